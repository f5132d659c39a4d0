import type { Outcome } from './read-outcomes.ts';

/** How often something is right. */
export interface Share {
  readonly right: number;
  readonly of: number;
}

export interface ModelFigures {
  /** Honest installs by deciding model, and how many were attributed to the true cause. */
  readonly precision: Readonly<Record<string, Share>>;
  /**
   * Installs that identify their click within the window, by kind of evidence: how many were attributed to that click.
   */
  readonly claims: Readonly<Record<string, Share>>;
  /** Honest installs whose click left no identifier: how many were still matched. */
  readonly probabilisticRecall: Share;
  /** Honest installs without a click: how many were attributed to one. */
  readonly organicAttributed: Share;
}

const CLICK_WINDOW_MS = 7 * 86_400_000;

/**
 * Compares decisions with the truth. Fraudulent installs are left out, except that what they claim must be honoured.
 */
export function measureModels(outcomes: readonly Outcome[]): ModelFigures {
  const honest = outcomes.filter(({ truth }) => truth.fraud === null);
  const traceless = honest.filter(({ truth }) => truth.source !== null && truth.evidence === 'none');
  const organic = honest.filter(({ truth }) => truth.source === null);
  const claiming = outcomes.filter(
    ({ claimAge }) => claimAge !== null && claimAge >= 0 && claimAge <= CLICK_WINDOW_MS,
  );
  return {
    precision: by(honest, ({ model }) => model, isRight),
    claims: by(claiming, ({ truth }) => truth.evidence, hasClaimedClick),
    probabilisticRecall: shareOf(traceless, isRight),
    organicAttributed: shareOf(organic, ({ model }) => model !== 'organic'),
  };
}

/**
 * Whether an install was attributed to the campaign that really brought the person: to one of their own clicks on the
 * same link, or to none if there was none.
 */
export function isRight({ truth, click, source }: Outcome): boolean {
  if (truth.source === null || source === null) return click === null;
  return click !== null && click.link === source.link && click.person === source.person;
}

function hasClaimedClick({ click, claimed }: Outcome): boolean {
  return click !== null && click.clickId === claimed?.clickId;
}

function shareOf(outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean): Share {
  return { right: outcomes.filter(is).length, of: outcomes.length };
}

function by(
  outcomes: readonly Outcome[],
  nameOf: (outcome: Outcome) => string,
  is: (outcome: Outcome) => boolean,
): Record<string, Share> {
  const groups = Map.groupBy(outcomes, nameOf);
  return Object.fromEntries([...groups].sort().map(([name, group]) => [name, shareOf(group, is)]));
}
