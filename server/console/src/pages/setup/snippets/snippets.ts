import { curl } from './curl.ts';
import { expo } from './expo.ts';
import { node } from './node.ts';
import { python } from './python.ts';
import { react } from './react.ts';
import { reactNative } from './react-native.ts';
import type { Snippet } from './snippet.ts';
import { web } from './web.ts';

/** The kinds of programs that send events, the most common first. */
export const SNIPPETS: readonly [Snippet, ...Snippet[]] = [web, react, reactNative, expo, node, curl, python];
