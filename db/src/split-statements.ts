/** Text, names, dollar-quoted bodies and comments, in which a semicolon ends nothing; then the semicolon that does. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

/** The statements of a script, in order. Our own SQL: it has no escape strings and no nested comments. */
export function splitStatements(script: string): string[] {
  const ends = [...script.matchAll(TOKEN)].filter(([token]) => token === ';').map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  const parts = starts.map((start, at) => script.slice(start, ends[at] ?? script.length).trim());
  return parts.filter(hasStatement);
}

function hasStatement(part: string): boolean {
  return part.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '';
}
