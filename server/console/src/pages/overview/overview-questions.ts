import type { AccountView, App } from '../../account/account.tsx';
import { reportScopeOf } from '../../account/use-report-scope.ts';
import { periodOf, previousPeriod } from '../../address/period.ts';
import type { ViewSearch } from '../../address/view-search.ts';
import type { Question } from '../../client/question.ts';

/** What the overview shows first. What its parts ask for anew is not here, or in other words, is asked twice: a test counts. */
export function overviewQuestions(view: AccountView, search: ViewSearch): readonly Question[] {
  if (view.apps.length === 0) return [];
  const period = periodOf(search, Date.now());
  const scopes = [period, previousPeriod(period)].map((each) => reportScopeOf(view, search, each));
  const tasks = taskInputs(view.app);
  return [
    ...scopes.flatMap((scope): Question[] => [
      ['analytics.summary', scope],
      ['analytics.installs', scope],
      ['analytics.roas', scope],
    ]),
    ['list_links', tasks.links],
    ['list_payment_webhooks', tasks.webhooks],
    ['list_ad_network_configs', tasks.networks],
  ];
}

/** What says which tasks of the setting up are done. @param app null for all */
export function taskInputs(app: App | null) {
  const ofApp = { p_app_id: app?.id ?? null };
  return {
    links: { ...ofApp, p_limit: 1 },
    webhooks: { ...ofApp, p_limit: 50 },
    networks: { ...ofApp, p_limit: 1 },
  };
}
