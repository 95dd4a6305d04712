// Begins: the last file, which another page that draws runs leaves out.

startPage(buildPage);
document
  .getElementById("reset-zoom")
  .addEventListener("click", () => setTimeView(wholeRun.from, wholeRun.to));
addEventListener("hashchange", followAddress);
followAddress();
