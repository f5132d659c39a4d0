import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLOORS, type Floor, RULES, SDK_LAYERS } from './read-import-rules.ts';

export const PICTURE = join(import.meta.dirname, '../docs/layers.svg');

/** In pixels. */
const MARGIN = 16;
const GAP = 8;
const TITLE = 30;
const ROOM = 26;
const LETTER = 7.4;
const SERVER = 700;
const SDK = 330;
const WIDTH = SERVER + SDK + 3 * MARGIN;

const STYLE = `
    text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1c2430 }
    .title { font-weight: 600 }
    .about { fill: #586273 }
    .page { fill: #ffffff }
    .band { fill: #f2f4f8; stroke: #c9d0db }
    .room { fill: #ffffff; stroke: #8793a6 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6ebf2 }
      .about { fill: #9da8b8 }
      .page { fill: #0e131a }
      .band { fill: #171e28; stroke: #36404f }
      .room { fill: #222c39; stroke: #5a677a }
    }`;

interface Band {
  readonly title: string;
  readonly about: string;
  /** The names of what is in it, the top row first. */
  readonly rows?: readonly (readonly string[])[];
}

/** A part of the picture, at its own origin. */
interface Part {
  readonly svg: string;
  readonly height: number;
}

/**
 * Draws the packages and the floors of the server from the import rules, as SVG for light and for dark pages. Imports
 * run downwards, and in a floor to the right: no folder imports one that is above it or to its left.
 */
export function drawLayers(): string {
  const server = stack([
    band(SERVER, { title: 'server', about: 'imports db, the wire of sdk, and how that is bundled' }),
    ...FLOORS.toReversed().map((floor) => band(SERVER, toBand(floor))),
  ]);
  const sdk = band(SDK, {
    title: 'sdk',
    about: 'in a row, imports run to the left',
    rows: SDK_LAYERS.toReversed(),
  });
  const width = SERVER + SDK + MARGIN;
  const picture = stack([
    band(width, { title: 'harness', about: 'imports every package; none imports it' }),
    beside(server, sdk, SERVER + MARGIN),
    band(width, {
      title: 'db',
      about: 'schema, entities, embedded PostgreSQL; imports only the table of event fields, of sdk',
    }),
  ]);
  for (const rule of [
    'db-knows-only-the-table-of-event-fields',
    'sdk-stands-alone',
    'nothing-imports-the-harness',
  ])
    if (!RULES.some(({ name }) => name === rule)) throw new Error(`no import rule ${rule} holds the picture`);

  const height = picture.height + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    '  <title>The packages of Tributary and the floors of its server: imports run downwards</title>',
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="page" width="${WIDTH}" height="${height}"/>`,
    moved(MARGIN, MARGIN, picture.svg),
    '</svg>\n',
  ].join('\n');
}

function toBand({ name, about, folders }: Floor): Band {
  return { title: name, about, rows: [folders.toReversed()] };
}

function band(width: number, { title, about, rows = [] }: Band): Part {
  const lines = rows.flatMap((names) => wrap(names, width - 2 * GAP));
  const height = TITLE + lines.length * (ROOM + GAP);
  const svg = [
    `<rect class="band" width="${width}" height="${height}" rx="6"/>`,
    `<text x="${GAP + 2}" y="20"><tspan class="title">${title}</tspan> <tspan class="about">${about}</tspan></text>`,
    ...lines.map((names, at) => moved(GAP, TITLE + at * (ROOM + GAP), roomsIn(names))),
  ];
  return { svg: svg.join('\n'), height };
}

/** The names of a row in as many lines as they need. */
function wrap(names: readonly string[], width: number): string[][] {
  const lines: string[][] = [[]];
  let used = 0;
  for (const name of names) {
    if (used + widthOf(name) > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(name);
    used += widthOf(name) + GAP;
  }
  return lines;
}

function roomsIn(names: readonly string[]): string {
  let x = 0;
  return names
    .map((name) => {
      const width = widthOf(name);
      const middle = x + width / 2;
      const room = `<rect class="room" x="${x}" width="${width}" height="${ROOM}" rx="4"/>`;
      x += width + GAP;
      return `${room}<text x="${middle}" y="17" text-anchor="middle">${name}</text>`;
    })
    .join('\n');
}

function widthOf(name: string): number {
  return Math.ceil(name.length * LETTER) + 18;
}

function stack(parts: readonly Part[]): Part {
  let y = -GAP;
  const svg = parts.map((part) => {
    const top = y + GAP;
    y = top + part.height;
    return moved(0, top, part.svg);
  });
  return { svg: svg.join('\n'), height: y };
}

function beside(left: Part, right: Part, x: number): Part {
  return { svg: `${left.svg}\n${moved(x, 0, right.svg)}`, height: Math.max(left.height, right.height) };
}

function moved(x: number, y: number, svg: string): string {
  return `<g transform="translate(${x} ${y})">\n${svg}\n</g>`;
}

if (import.meta.main) writeFileSync(PICTURE, drawLayers());
