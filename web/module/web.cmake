# The module luztar.wasm with its JavaScript, for web/package.
file(GLOB web_sources CONFIGURE_DEPENDS web/module/*.cpp)
