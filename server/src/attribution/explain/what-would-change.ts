import { z } from 'zod';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import { type Decision, decide } from '../decide/decide.ts';
import type { Candidate } from '../facts/install-facts.ts';
import { withoutReferrer } from '../facts/read-store-word.ts';
import { findLikelyClicks } from '../models/find-likely-clicks.ts';
import type { Question } from '../models/model.ts';
import { weighClicks } from '../models/weigh-clicks.ts';

/** A fact that, had it been another, would have led to another decision. */
export const change = z.object({
  change: z.string().describe('The fact that would have been another.'),
  text: z.string().describe('The change and what would have come of it, as a sentence.'),
  model: z.string(),
  channel: z.string(),
  campaign_id: z.uuid().nullable(),
  click_id: z.uuid().nullable(),
  confidence_score: z.int(),
});

/** What is otherwise a change of cause; so many points of confidence are one as well. */
const POINTS = 10;
const HALF_A_MINUTE_MS = 30_000;
const WIDER = 2;

interface Supposition {
  readonly change: string;
  /** Completes `If ..., it would be ...`. */
  readonly condition: string;
  /** The question as it would have been; null where that was the case anyway. */
  readonly suppose: (question: Question, decided: Decision) => Question | null;
}

const SUPPOSITIONS: readonly Supposition[] = [
  {
    change: 'no_such_click',
    condition: 'that click had not been made',
    suppose: ({ install, candidates, settings }, { clickId }) => {
      if (clickId === null) return null;
      const named = install.referrer?.clickId === clickId ? withoutReferrer(install) : install;
      return {
        install: named.clickId === clickId ? { ...named, clickId: null } : named,
        candidates: candidates.filter((candidate) => candidate.clickId !== clickId),
        settings,
      };
    },
  },
  {
    change: 'no_referrer',
    condition: 'the store had passed on no referrer',
    suppose: (question) =>
      question.install.referrer === null
        ? null
        : withoutSigns({ ...question, install: withoutReferrer(question.install) }, ['install_referrer']),
  },
  {
    change: 'no_device_ids',
    condition: 'the device had given no id of its own',
    suppose: (question) => withoutSigns(question, CLICK_ID_KINDS),
  },
  {
    change: 'another_network',
    condition: 'it had come from another network',
    suppose: (question) => withoutSigns(question, ['network']),
  },
  {
    change: 'no_other_clicks',
    condition: 'no other clicks had come from its network',
    suppose: (question) => {
      const best = likeliest(question);
      if (best === null) return null;
      const isOther = ({ foundBy, campaignId, linkId }: Candidate) =>
        foundBy.includes('network') && (campaignId ?? linkId) !== (best.campaignId ?? best.linkId);
      return { ...question, candidates: question.candidates.filter((candidate) => !isOther(candidate)) };
    },
  },
  {
    change: 'model_shown',
    condition: 'the browser of the likeliest click had shown the model of this phone',
    suppose: (question) => withLikeliest(question, ({ deviceModel }) => ({ deviceModel })),
  },
  {
    change: 'sooner',
    condition: 'the install had begun within half a minute of the likeliest click',
    suppose: (question) =>
      withLikeliest(question, ({ installBeganAt, installedAt }) => ({
        clickedAt: (installBeganAt ?? installedAt - 2 * HALF_A_MINUTE_MS) - HALF_A_MINUTE_MS,
      })),
  },
  {
    change: 'store_silent',
    condition: 'the store had said nothing of it',
    suppose: (question) =>
      question.install.storeWord === 'organic' || question.install.storeWord === 'began'
        ? { ...question, install: withoutReferrer({ ...question.install, installBeganAt: null }) }
        : null,
  },
  {
    change: 'longer_windows',
    condition: 'the app’s windows were twice as long',
    suppose: ({ settings, ...question }) => ({
      ...question,
      settings: {
        ...settings,
        clickWindowMs: settings.clickWindowMs * WIDER,
        probabilisticWindowMs: settings.probabilisticWindowMs * WIDER,
      },
    }),
  },
  {
    change: 'likeness_on_ios',
    condition: 'the app let iPhones and iPads be matched by likeness',
    suppose: ({ settings, ...question }) =>
      settings.likenessOnIos ? null : { ...question, settings: { ...settings, likenessOnIos: true } },
  },
];

/** Which facts, each taken alone, would have led to another cause, or to a very different confidence. Pure. */
export function whatWouldChange(question: Question, decided: Decision): z.input<typeof change>[] {
  return SUPPOSITIONS.flatMap(({ change, condition, suppose }) => {
    const supposed = suppose(question, decided);
    if (supposed === null) return [];
    const other = decide(supposed.install, supposed.candidates, supposed.settings);
    if (isSame(decided, other)) return [];
    const { model, channel, campaignId, clickId, confidence } = other;
    return [
      {
        change,
        text: `If ${condition}, it would be ${describe(decided, other)}.`,
        model,
        channel,
        campaign_id: campaignId,
        click_id: clickId,
        confidence_score: confidence,
      },
    ];
  });
}

function isSame(a: Decision, b: Decision): boolean {
  return a.model === b.model && a.clickId === b.clickId && Math.abs(a.confidence - b.confidence) < POINTS;
}

function describe(decided: Decision, { model, channel, clickId, confidence }: Decision): string {
  const sure = `with a confidence of ${confidence}`;
  if (clickId === null) return `organic, ${sure}`;
  if (clickId === decided.clickId) return `the same click, by ${model.replaceAll('_', ' ')}, ${sure}`;
  return `click ${clickId} (${channel}), by ${model.replaceAll('_', ' ')}, ${sure}`;
}

/** The question without what these signs have shown; null where none of them has shown anything. */
function withoutSigns(question: Question, signs: readonly Candidate['foundBy'][number][]): Question | null {
  const { candidates } = question;
  if (!candidates.some(({ foundBy }) => foundBy.some((by) => signs.includes(by)))) return null;
  const left = candidates
    .map((candidate) => ({ ...candidate, foundBy: candidate.foundBy.filter((by) => !signs.includes(by)) }))
    .filter(({ foundBy }) => foundBy.length > 0);
  return { ...question, candidates: left };
}

function likeliest(question: Question): Candidate | null {
  const { near, similar } = findLikelyClicks(question);
  const [best] = weighClicks(question.install, similar, near).campaigns;
  return best?.clicks[0]?.candidate ?? null;
}

function withLikeliest(
  question: Question,
  another: (install: Question['install']) => Partial<Candidate>,
): Question | null {
  const best = likeliest(question);
  if (best === null) return null;
  const supposed = { ...best, ...another(question.install) };
  const candidates = question.candidates.map((one) => (one.clickId === best.clickId ? supposed : one));
  return { ...question, candidates };
}
