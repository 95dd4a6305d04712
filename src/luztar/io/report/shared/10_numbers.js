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

/** Bytes that were written as base64. */
function bytesOf(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Numbers that were written as base64. */
function decode(text) {
  return new Float64Array(bytesOf(text).buffer);
}

const BLOCK = 256,
  PLACES = 65534;

/** Numbers with 16 bits each: blocks of their least and greatest and the places between these. */
function decodeBlocks(text, n) {
  const bytes = new DataView(bytesOf(text).buffer);
  const values = new Float64Array(n);
  let at = 0;
  for (let i = 0; i < n; i += BLOCK) {
    const low = bytes.getFloat64(at, true),
      high = bytes.getFloat64(at + 8, true);
    at += 16;
    for (let k = i; k < Math.min(n, i + BLOCK); ++k, at += 2) {
      const part = bytes.getUint16(at, true) / PLACES;
      values[k] = part > 1 ? NaN : low * (1 - part) + high * part;
    }
  }
  return values;
}

/** Times with 32 bits each. */
function decodeTimes({ from, to, places }) {
  const parts = new Uint32Array(bytesOf(places).buffer);
  const times = new Float64Array(parts.length);
  for (let i = 0; i < times.length; ++i) times[i] = from + (parts[i] / 0xffffffff) * (to - from);
  return times;
}

/** Least and greatest of the numbers among the values; [Infinity, -Infinity] of none. */
function rangeOf(...lists) {
  const ranges = lists.map(rangeOfList);
  const ends = (k, choose) => ranges.reduce((end, range) => choose(end, range[k]), ranges[0][k]);
  return ranges.length ? [ends(0, Math.min), ends(1, Math.max)] : [Infinity, -Infinity];
}

const knownRanges = new WeakMap();

/** Of a long list, which never changes, it is looked for once. */
function rangeOfList(values) {
  if (knownRanges.has(values)) return knownRanges.get(values);
  let low = Infinity,
    high = -Infinity;
  for (let i = 0; i < values.length; ++i) {
    const value = values[i];
    if (value < low && value !== -Infinity) low = value;
    if (value > high && value !== Infinity) high = value;
  }
  if (values.length > 10_000) knownRanges.set(values, [low, high]);
  return [low, high];
}
