import type { ActionParts, Actions } from './create-actions.ts';

/** An initialised client: its parts, and what it can be asked to do. */
export interface Engine extends ActionParts, Actions {}
