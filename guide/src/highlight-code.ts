import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { escapeHtml } from './escape-html.ts';

const LANGUAGES = [
  'bash',
  'go',
  'http',
  'ini',
  'json',
  'jsx',
  'nginx',
  'python',
  'sql',
  'tsx',
  'typescript',
  'yaml',
];
loadLanguages.silent = true;
loadLanguages(LANGUAGES);

/** Marks up code with classes, no inline styles; an unknown language stays plain. */
export function highlightCode(code: string, language: string): string {
  const grammar = Prism.languages[language === 'sh' ? 'bash' : language];
  return grammar ? Prism.highlight(code, grammar, language) : escapeHtml(code);
}
