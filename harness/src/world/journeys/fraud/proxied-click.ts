import { exitAddress } from '../../abroad.ts';
import { connect } from '../../connection.ts';
import { makePerson } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { REGIONS } from '../../regions.ts';
import { drawInstallTimes } from '../honest-times.ts';
import type { Journey } from '../journey.ts';
import { visit } from '../visit.ts';
import { claimInstall, realPhone } from './fraud-install.ts';

/**
 * A paid worker follows a publisher's link through a server of a country that is paid better for; the app that is
 * installed from it knows nothing of that server.
 */
export const proxiedClick: Journey = (context) => {
  const { random, name } = context;
  const worker = makePerson(context, name, name);
  const exit = random.pick(REGIONS.filter((region) => region.name !== worker.region.name));
  const server = { kind: 'public', address: exitAddress(random, exit) } as const;
  const { click } = visit(
    context,
    worker,
    random.pick(linksOf(context.app, 'publisher')),
    context.startAt,
    'click',
    server,
  );
  const install = claimInstall(context, worker, connect(random, worker), click, drawInstallTimes(context), {
    name: 'proxied_click',
    shows: ['geo_or_clock_mismatch'],
    integrity: realPhone(context),
  });
  return [click, install];
};
