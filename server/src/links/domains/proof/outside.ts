import type { Getter } from '../../../platform/net/outbound/create-getter.ts';
import type { FindTxt } from './find-txt.ts';

/** What domains ask of the rest of the internet. */
export interface Outside {
  readonly findTxt: FindTxt;
  /** Reads files that prove domains. */
  readonly files: Pick<Getter, 'get'>;
  /** Asks the services that domains moved here from. */
  readonly resolvers: Pick<Getter, 'get'>;
}
