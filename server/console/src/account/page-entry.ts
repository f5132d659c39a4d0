import type { ComponentType } from 'react';
import type { PagePattern } from '../address/page-path.ts';
import type { ViewSearch } from '../address/view-search.ts';
import type { Question } from '../client/question.ts';
import type { AccountView } from './account.tsx';
import type { NeededRole } from './role.ts';

/** The parts of the navigation, in its order. */
export const GROUPS = ['Overview', 'Marketing', 'Truth', 'Development', 'Account'] as const;

/** The questions of a page, by the account and the query of its address. */
export type QuestionsOf = (view: AccountView, search: ViewSearch) => readonly Question[];

/** A page of the console: its address, its place in the navigation, who may have it, and where it is. */
export interface PageEntry {
  /** Below `/console/`, with `$name` for a part that varies: `installs/$installId`. */
  readonly path: PagePattern;
  /** Also the `h1` and the title of the window. */
  readonly title: string;
  /** Null: reached from other pages alone. */
  readonly group: (typeof GROUPS)[number] | null;
  readonly role: NeededRole;
  readonly load: () => Promise<ComponentType>;
  /** What it will ask the service for at once: asked while the frame around it is drawn. */
  readonly questions?: () => Promise<QuestionsOf>;
}
