"use strict";
// The data of the page, and how numbers are written.

const data = JSON.parse(document.getElementById("data").textContent);

const MINUS = "\u2212";

/** About `digits` significant digits, without a tail of zeros. */
function number(x, digits = 5) {
  if (x === null || !Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text =
    size >= 1e6 || size < 1e-4
      ? scientific(x, digits)
      : String(
          Number(x.toPrecision(Math.max(digits, size >= 1 ? Math.floor(Math.log10(size)) + 1 : 0))),
        );
  return grouped(text.replace(/^-/, MINUS));
}

/** Thin spaces between thousands, from 10 000 on. */
function grouped(text) {
  const [whole, rest] = text.split(".");
  if (!/^\W?\d{5,}$/.test(whole)) return text;
  return whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (rest === undefined ? "" : `.${rest}`);
}

function scientific(x, digits) {
  const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
  const power = String(Number(exponent)).replace(/./g, (c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] || "⁻");
  return `${Number(mantissa) === 1 ? "" : `${Number(mantissa)}·`}10${power}`;
}

function count(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Numbers that were written as base64. */
function decode(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}

/** Least and greatest of the numbers among the values; [Infinity, -Infinity] of none. */
function rangeOf(...lists) {
  let low = Infinity,
    high = -Infinity;
  for (const values of lists) {
    for (const value of values) {
      if (value < low && value !== -Infinity) low = value;
      if (value > high && value !== Infinity) high = value;
    }
  }
  return [low, high];
}
