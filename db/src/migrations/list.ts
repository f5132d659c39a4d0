import { distribute } from '../distribution/distribute.ts';
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
import { M0020EditedMigrations } from './m0020-edited-migrations.ts';
import { M0021EventsThatTellIds } from './m0021-events-that-tell-ids.ts';
import { M0022RevenueSources } from './m0022-revenue-sources.ts';
import { M0023RejectedEvents } from './m0023-rejected-events.ts';
import { M0024EventsOfADevice } from './m0024-events-of-a-device.ts';
import { M0025SignInLinks } from './m0025-sign-in-links.ts';
import { M0026InstallsWithoutAScore } from './m0026-installs-without-a-score.ts';
import { M0027ErasuresOfAnAccount } from './m0027-erasures-of-an-account.ts';
import { M0028EventCounts } from './m0028-event-counts.ts';
import { M0029CountStoredEvents } from './m0029-count-stored-events.ts';
import { M0030ClicksThatInstallsName } from './m0030-clicks-that-installs-name.ts';
import { M0031EventsByTheirTable } from './m0031-events-by-their-table.ts';
import { M0032Retention } from './m0032-retention.ts';
import { M0033Consent } from './m0033-consent.ts';
import { M0038Country } from './m0038-country.ts';
import { M0040LinkRules } from './m0040-link-rules.ts';
import { M0041IosApps } from './m0041-ios-apps.ts';
import { M0042RevenueOfLinks } from './m0042-revenue-of-links.ts';
import { M0055Domains } from './m0055-domains.ts';
import { M0056DomainProofs } from './m0056-domain-proofs.ts';
import { M0060LandingPages } from './m0060-landing-pages.ts';
import { M0064LinkImports } from './m0064-link-imports.ts';
import { M0068ForgottenInstallations } from './m0068-forgotten-installations.ts';
import { M0070PrivacyMode } from './m0070-privacy-mode.ts';
import { M0072Groups } from './m0072-groups.ts';
import { groupsOfInstalls } from './m0073-groups-of-installs.ts';
import { countGroups } from './m0074-count-groups.ts';
import { M0075CreditGroups } from './m0075-credit-groups.ts';
import { M0076IdsOfIos } from './m0076-ids-of-ios.ts';
import { M0077LikenessOfApps } from './m0077-likeness-of-apps.ts';
import { M0078HistoryOfInstalls } from './m0078-history-of-installs.ts';
import { M0080LinkIndexes } from './m0080-link-indexes.ts';
import { M0081LinksByCountry } from './m0081-links-by-country.ts';
import { M0082TrafficOfInstalls } from './m0082-traffic-of-installs.ts';
import { M0083EventsOfCountries } from './m0083-events-of-countries.ts';
import { M0084PaymentsPaired } from './m0084-payments-paired.ts';
import { M0085InstallsAbroad } from './m0085-installs-abroad.ts';
import { M0086Reinstated } from './m0086-reinstated.ts';
import { M0090BotsById } from './m0090-bots-by-id.ts';
import { M0093ToldEventsFirst } from './m0093-told-events-first.ts';
import { M0094SharedIds } from './m0094-shared-ids.ts';
import { M0098FailedRefunds } from './m0098-failed-refunds.ts';
import { M0110AttemptsOfJobs } from './m0110-attempts-of-jobs.ts';
import type { MigrationEntry } from './migration-entry.ts';

/**
 * Every migration, in the order they run. Forward only: one that has landed is never edited.
 *
 * That is the order in which they landed (landed.txt), not that of their numbers: a number is taken when work on a migration
 * begins, and one with a higher number may land first. A new one goes to the end, whatever its number, since databases have
 * run those above it.
 */
export const migrations: readonly MigrationEntry[] = [
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
  { name: 'm0026-installs-without-a-score', class: M0026InstallsWithoutAScore },
  { name: 'm0023-rejected-events', class: M0023RejectedEvents },
  { name: 'm0030-clicks-that-installs-name', class: M0030ClicksThatInstallsName },
  { name: 'm0028-event-counts', class: M0028EventCounts },
  { name: 'm0029-count-stored-events', class: M0029CountStoredEvents },
  { name: 'm0031-events-by-their-table', class: M0031EventsByTheirTable },
  { name: 'm0020-edited-migrations', class: M0020EditedMigrations },
  { name: 'm0032-retention', class: M0032Retention },
  { name: 'm0041-ios-apps', class: M0041IosApps },
  { name: 'm0024-events-of-a-device', class: M0024EventsOfADevice },
  { name: 'm0040-link-rules', class: M0040LinkRules },
  { name: 'm0025-sign-in-links', class: M0025SignInLinks },
  { name: 'm0027-erasures-of-an-account', class: M0027ErasuresOfAnAccount },
  { name: 'm0033-consent', class: M0033Consent },
  { name: 'm0042-revenue-of-links', class: M0042RevenueOfLinks },
  { name: 'm0038-country', class: M0038Country },
  { name: 'm0055-domains', class: M0055Domains },
  { name: 'm0076-ids-of-ios', class: M0076IdsOfIos },
  { name: 'm0050-distribute', run: (client) => distribute(client) },
  { name: 'm0068-forgotten-installations', class: M0068ForgottenInstallations },
  { name: 'm0069-distribute-forgotten', run: (client) => distribute(client) },
  { name: 'm0056-domain-proofs', class: M0056DomainProofs },
  { name: 'm0060-landing-pages', class: M0060LandingPages },
  { name: 'm0064-link-imports', class: M0064LinkImports },
  { name: 'm0070-privacy-mode', class: M0070PrivacyMode },
  { name: 'm0072-groups', class: M0072Groups },
  { name: 'm0072-distribute-groups', run: (client) => distribute(client) },
  groupsOfInstalls,
  countGroups,
  { name: 'm0075-credit-groups', class: M0075CreditGroups },
  { name: 'm0082-traffic-of-installs', class: M0082TrafficOfInstalls },
  { name: 'm0080-link-indexes', class: M0080LinkIndexes },
  { name: 'm0077-likeness-of-apps', class: M0077LikenessOfApps },
  { name: 'm0083-events-of-countries', class: M0083EventsOfCountries },
  { name: 'm0081-links-by-country', class: M0081LinksByCountry },
  { name: 'm0078-history-of-installs', class: M0078HistoryOfInstalls },
  { name: 'm0084-payments-paired', class: M0084PaymentsPaired },
  { name: 'm0085-installs-abroad', class: M0085InstallsAbroad },
  { name: 'm0090-bots-by-id', class: M0090BotsById },
  { name: 'm0093-told-events-first', class: M0093ToldEventsFirst },
  { name: 'm0094-shared-ids', class: M0094SharedIds },
  { name: 'm0086-reinstated', class: M0086Reinstated },
  { name: 'm0087-distribute-tellings', run: (client) => distribute(client) },
  { name: 'm0098-failed-refunds', class: M0098FailedRefunds },
  { name: 'm0099-distribute-failed-refunds', run: (client) => distribute(client) },
  { name: 'm0110-attempts-of-jobs', class: M0110AttemptsOfJobs },
];
