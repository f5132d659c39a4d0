import {
  ANDROID_UA,
  attributionsOf,
  clickLink,
  makeLink,
  send,
  workOff,
} from '../attribution/testing/attributed-app.ts';
import type { MatrixWorld } from './caller-matrix.ts';
import type { TestService } from './test-service.ts';
import { addMember, addTeam, createTenant, signUp, type Tenant } from './test-tenant.ts';

/** An account with something of everything that answers tell, and everyone who may ask for it. */
export async function createMatrixWorld(service: TestService): Promise<MatrixWorld> {
  const tenant = await createTenant(service);
  const otherTeam = await addTeam(service, tenant);
  const campaignId = await idOf(
    tenant.owner.rpc('create_campaign', { p_name: 'Spring', p_app_id: tenant.appId }),
  );
  const slug = await makeLink(tenant, { p_campaign_id: campaignId });
  return {
    tenant,
    campaignId,
    linkId: await linkIdOf(tenant, slug),
    installId: await makeInstall(service, tenant, slug),
    people: {
      'no account': await signUp(service),
      viewer: await addMember(service, tenant, 'viewer'),
      marketer: await addMember(service, tenant, 'marketer'),
      developer: await addMember(service, tenant, 'developer'),
      owner: tenant.owner,
      'member of another team': await addMember(service, tenant, 'developer', otherTeam),
      'other tenant': (await createTenant(service)).owner,
    },
  };
}

/** A first install that an emulator makes after two clicks: attributed to one, with the other refused, and flagged. */
async function makeInstall(service: TestService, tenant: Tenant, slug: string): Promise<string> {
  const gaid = '9b2c1f0e-1111-4111-8111-0123456789ab';
  await clickLink(service, slug, { query: `?gaid=${gaid}` });
  const { referrer } = await clickLink(service, slug);
  const device = { gaid, device_model: 'sdk_gphone64_x86_64', os_name: 'Android', os_version: '14' };
  const components = { user_agent: ANDROID_UA, device_model: device.device_model, os_version: '14' };
  await send(service, tenant, {
    event_type: 'install',
    referrer,
    ...device,
    device_fingerprint_components: components,
  });
  await workOff(service);
  const [attribution] = await attributionsOf(service, tenant);
  if (!attribution) throw new Error('the install was not attributed');
  return attribution.install_id;
}

async function linkIdOf(tenant: Tenant, slug: string): Promise<string> {
  const listed = await tenant.owner.rpc('list_links', { p_app_id: tenant.appId });
  const { items } = (await listed.json()) as { items: { id: string; slug: string }[] };
  return items.find((link) => link.slug === slug)?.id ?? '';
}

async function idOf(made: Promise<Response>): Promise<string> {
  return ((await (await made).json()) as { id: string }).id;
}
