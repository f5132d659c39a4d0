import type { Poster } from '../../../platform/net/outbound/create-poster.ts';
import type { PostbackFacts } from '../../networks/ad-network.ts';
import { networkOf } from '../../networks/networks.ts';
import { classifyAnswer, type FailureClass } from './classify-answer.ts';
import type { OpenConfig } from './open-config.ts';
import { prepareRequest } from './prepare-request.ts';
import { redact } from './redact.ts';

/** What became of one send. */
export interface SendResult {
  /** Unix ms. */
  readonly sentAt: number;
  /** Null where there was no answer. */
  readonly httpStatus: number | null;
  /** Null for one that succeeded. */
  readonly failure: FailureClass | null;
  /** The answer, without secrets, 1 KB at most; or why there is none. */
  readonly response: string;
}

interface SendParts {
  readonly poster: Pick<Poster, 'post'>;
  readonly clock: () => number;
  readonly allowLoopback: boolean;
}

/** Sends one event to a network, once. */
export async function sendEvent(
  { poster, clock, allowLoopback }: SendParts,
  config: OpenConfig,
  facts: PostbackFacts,
): Promise<SendResult> {
  const sentAt = clock();
  const request = prepareRequest(config, facts, { now: sentAt, allowLoopback });
  if ('failure' in request) {
    return { sentAt, httpStatus: null, failure: request.failure, response: request.reason };
  }
  const outcome = await poster.post(request);
  const network = networkOf(config.postback_format);
  const failure = network ? classifyAnswer(network, outcome) : 'setting';
  const [httpStatus, text] =
    outcome.kind === 'answered' ? [outcome.status, outcome.body] : [null, outcome.reason];
  return { sentAt, httpStatus, failure, response: redact(text, config.secrets) };
}
