import { M0001Identity } from './m0001-identity.ts';
import { M0002ControlPlane } from './m0002-control-plane.ts';
import { M0003DataPlane } from './m0003-data-plane.ts';
import { M0004Cohorts } from './m0004-cohorts.ts';
import { M0005Fraud } from './m0005-fraud.ts';
import { M0006ClickCounts } from './m0006-click-counts.ts';
import { M0007StoreEvents } from './m0007-store-events.ts';
import { M0008TellingColumnFirst } from './m0008-telling-column-first.ts';
import { M0009CountersWithinTheirIndex } from './m0009-counters-within-their-index.ts';
import { M0010ClickCountQueueAge } from './m0010-click-count-queue-age.ts';
import { M0011LikenessAndIdentity } from './m0011-likeness-and-identity.ts';
import { M0012Payments } from './m0012-payments.ts';
import { M0013Members } from './m0013-members.ts';
import { M0014ErasureAndTwoFactor } from './m0014-erasure-and-two-factor.ts';
import { M0015Postbacks } from './m0015-postbacks.ts';
import { M0016PostbackLists } from './m0016-postback-lists.ts';
import { M0017Imports } from './m0017-imports.ts';
import { M0018MailedLinks } from './m0018-mailed-links.ts';
import { M0019InvitersAndAppLinks } from './m0019-inviters-and-app-links.ts';
import { M0019VouchForFirstAccount } from './m0019-vouch-for-first-account.ts';
import { M0021EventsThatTellIds } from './m0021-events-that-tell-ids.ts';
import { M0022RevenueSources } from './m0022-revenue-sources.ts';

/** Every migration, in the order they run. Forward only: one that has landed is never edited. */
export const migrations = [
  { name: 'm0001-identity', class: M0001Identity },
  { name: 'm0002-control-plane', class: M0002ControlPlane },
  { name: 'm0003-data-plane', class: M0003DataPlane },
  { name: 'm0004-cohorts', class: M0004Cohorts },
  { name: 'm0005-fraud', class: M0005Fraud },
  { name: 'm0006-click-counts', class: M0006ClickCounts },
  { name: 'm0007-store-events', class: M0007StoreEvents },
  { name: 'm0008-telling-column-first', class: M0008TellingColumnFirst },
  { name: 'm0009-counters-within-their-index', class: M0009CountersWithinTheirIndex },
  { name: 'm0010-click-count-queue-age', class: M0010ClickCountQueueAge },
  { name: 'm0011-likeness-and-identity', class: M0011LikenessAndIdentity },
  { name: 'm0012-payments', class: M0012Payments },
  { name: 'm0013-members', class: M0013Members },
  { name: 'm0014-erasure-and-two-factor', class: M0014ErasureAndTwoFactor },
  { name: 'm0015-postbacks', class: M0015Postbacks },
  { name: 'm0016-postback-lists', class: M0016PostbackLists },
  { name: 'm0017-imports', class: M0017Imports },
  { name: 'm0018-mailed-links', class: M0018MailedLinks },
  { name: 'm0019-inviters-and-app-links', class: M0019InvitersAndAppLinks },
  { name: 'm0019-vouch-for-first-account', class: M0019VouchForFirstAccount },
  { name: 'm0021-events-that-tell-ids', class: M0021EventsThatTellIds },
  { name: 'm0022-revenue-sources', class: M0022RevenueSources },
];
