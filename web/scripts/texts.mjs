/** Finds texts that a language lacks, that are not translated, or that are written into a component. `npm run check` runs it. */

import { readdirSync, readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import ts from "typescript";
import { createServer } from "vite";

const TRANSLATIONS = ["ja", "zh"];
const SAME = new Set(["Tabbytop"]); // in every language
const TOLD = new Set(["alt", "aria-label", "aria-valuetext", "label", "placeholder", "title"]); // attributes for people
const NO_TEXTS = new Set(["split", "includes", "startsWith", "toLocaleString"]); // methods that are given codes
const LATIN = /\p{Script=Latin}/u;
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const found = [];
const files = readdirSync("src", { recursive: true }).map((file) => `src/${file}`).sort();

// What a language lacks. Most of it does not even compile; but not all lists and records have fixed keys.

const kind = (value) => (Array.isArray(value) ? `list of ${value.length}` : typeof value);

function compare(where, english, other) {
  if (kind(english) !== kind(other)) found.push(`${where}: expected ${kind(english)}, got ${kind(other)}`);
  else if (typeof english === "object") {
    const keys = new Set([...Object.keys(english), ...Object.keys(other)]);
    for (const key of keys) compare(`${where} ${key}`, english[key], other[key]);
  } else if (where.endsWith(" picture") && english !== other) found.push(`${where}: expected ${english}, got ${other}`);
}

const server = { middlewareMode: true, ws: false };
const vite = await createServer({ logLevel: "error", appType: "custom", server, optimizeDeps: { noDiscovery: true } });
const load = (file) => vite.ssrLoadModule(`/${file}`);
for (const file of files.filter((each) => /[/.]en\.ts$/.test(each))) {
  const { en } = await load(file);
  for (const language of TRANSLATIONS) {
    const translated = file.replace(/en\.ts$/, `${language}.ts`);
    compare(translated, en, (await load(translated))[language]);
  }
}
for (const file of files.filter((each) => /\/\w+\/about\.ts$/.test(each))) {
  const { about } = await load(file);
  if (about) for (const language of TRANSLATIONS) compare(`${file} ${language}`, about.en, about[language]);
}
await vite.close();

// What is not translated: every literal of a language that is a text, also where a function makes one of several.

function wrong(text, language) {
  if (language === "zh" && KANA.test(text)) return "is Japanese";
  return LATIN.test(text) && !HAN.test(text) && !KANA.test(text) && !SAME.has(text) ? "is not translated" : null;
}

function textOf(node) {
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map((span) => span.literal.text).join("");
  if (!ts.isStringLiteralLike(node)) return null;
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) {
    const isCode = parent.name.text === "picture" || parent.name.text === node.text; // which may stand for itself
    return parent.initializer === node && !isCode ? node.text : null;
  }
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText()) ? null : node.text;
  if (ts.isCallExpression(parent)) return NO_TEXTS.has(parent.expression.name?.text) ? null : node.text;
  return ts.isCaseClause(parent) || ts.isImportDeclaration(parent) || ts.isElementAccessExpression(parent) ? null : node.text;
}

function lookThrough(file, language) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node, spoken) => {
    const key = ts.isPropertyAssignment(node) ? node.name.text : null;
    const now = language === null && TRANSLATIONS.includes(key) ? key : spoken; // games/*/about.ts has all languages
    const text = now ? textOf(node) : null;
    const why = text === null ? null : wrong(text, now);
    const line = () => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (why) found.push(`${file}:${line()}: ${JSON.stringify(text)} ${why}`);
    ts.forEachChild(node, (inner) => visit(inner, now));
  };
  visit(source, language);
}
for (const file of files) {
  const language = /[/.](ja|zh)\.ts$/.exec(file)?.[1] ?? null;
  if (language !== null || file.endsWith("/about.ts")) lookThrough(file, language);
}

// What components say themselves, in whatever language.

for (const file of files.filter((each) => each.endsWith(".svelte"))) {
  const source = readFileSync(file, "utf8");
  const tell = (node, text) => {
    const line = source.slice(0, node.start).split("\n").length;
    if (LATIN.test(text)) found.push(`${file}:${line}: ${JSON.stringify(text.trim())} belongs into a catalogue`);
  };
  const expression = (node) => {
    if (node.type === "Literal" && typeof node.value === "string") tell(node, node.value);
    else if (node.type === "TemplateLiteral") node.quasis.forEach((each) => tell(node, each.value.raw));
    else if (node.type === "ConditionalExpression") [node.consequent, node.alternate].forEach(expression);
    else if (node.type === "LogicalExpression") expression(node.right);
  };
  const visit = (node) => {
    if (node.type === "Text") tell(node, node.data);
    else if (node.type === "ExpressionTag") expression(node.expression);
    for (const { name, value } of node.attributes ?? []) if (TOLD.has(name) && value !== true) [value].flat().forEach(visit);
    const { fragment, body, consequent, alternate, fallback, pending, then, catch: caught } = node;
    for (const part of [fragment, body, consequent, alternate, fallback, pending, then, caught]) part?.nodes?.forEach(visit);
  };
  parse(source, { modern: true }).fragment.nodes.forEach(visit);
}

for (const line of found) console.error(line);
console.error(`texts: ${found.length === 0 ? "complete in every language" : `${found.length} to mend`}`);
process.exit(found.length === 0 ? 0 : 1);
