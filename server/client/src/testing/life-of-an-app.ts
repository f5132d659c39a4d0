/**
 * A program that runs an account and an app from the first call to the last, with `createTributaryClient` loaded before
 * it, and prints what it has seen as JSON. It is text, since it runs in a project of its own.
 */
export const LIFE_OF_AN_APP = `
const url = process.env.TRIBUTARY_URL;
const base = url.replace(/\\/$/, '');
const { createHmac, randomUUID } = process.getBuiltinModule('node:crypto');

let tokens = 0;
const client = createTributaryClient({
  url,
  apikey: process.env.ANON_KEY,
  token: async () => {
    tokens += 1;
    return process.env.TOKEN;
  },
});
const json = async (path, init) => (await fetch(base + path, init)).json();

async function live() {
  const name = 'Life ' + randomUUID();
  await client.create_account.mutate({ p_name: name });
  const appId = await client.create_app.mutate({ p_name: 'App', p_bundle_id: 'com.example.life' });
  const slug = 'life-' + randomUUID().slice(0, 8);
  const android = 'https://play.google.com/store/apps/details?id=com.example.life';
  const link = await client.create_deep_link.mutate({
    p_app_id: appId, p_slug: slug, p_fallback_url: 'https://example.com/', p_android_url: android, p_channel: 'email',
  });
  const wrong = await client.create_app
    .mutate({ p_name: '', p_bundle_id: 'b.c' })
    .catch((error) => ({ status: error.data.httpStatus, message: error.message }));
  const counted = tokens;

  const authorization = 'Bearer ' + process.env.TOKEN;
  const body = JSON.stringify({ app_id: appId });
  const { api_key } = await json('/v1/generate-key', { method: 'POST', headers: { authorization }, body });
  const key = await json('/v1/resolve-key', { headers: { 'x-service-api-key': api_key } });
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142 Mobile' };
  const visit = await fetch(base + '/l/' + slug, { headers: phone, redirect: 'manual' });
  const referrer = new URL(visit.headers.get('location')).searchParams.get('referrer');

  const send = async (members) => {
    const event = { app_id: appId, customer_id: key.customer_id, event_id: randomUUID(), sdk_version: 'life', timestamp: Date.now(), ...members };
    const sorted = Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
    const signature = createHmac('sha256', key.sdk_secret).update(JSON.stringify(sorted)).digest('hex');
    const checked = await client.check_event.query({ p_app_id: appId, p_event: { ...sorted, signature } });
    if (checked.status !== 'accepted') throw new Error(JSON.stringify(checked));
    await json('/v1/ingest', { method: 'POST', body: JSON.stringify({ ...sorted, signature }) });
    return event.event_id;
  };
  await send({ event_type: 'install', android_id: 'a1', referrer });
  // More than fits into an address.
  await send({ event_type: 'open', android_id: 'a1', event_properties: { text: 'x'.repeat(30_000) } });

  const until = async (read) => {
    for (;;) {
      const found = await read().catch(() => undefined);
      if (found) return found;
      await new Promise((go) => setTimeout(go, 50));
    }
  };
  const summary = await until(async () => {
    const now = await client.analytics.summary.query({ app_id: appId });
    return now.total_installs === 1 && now;
  });
  const stats = await until(async () => {
    const now = await client.link_stats.query({ p_link_id: link.id });
    return now.clicks === 1 && now;
  });
  const log = await client.analytics.attribution_log.query({ app_id: appId });
  const exported = await client.export_my_account_data.query({});
  const receipt = await client.delete_my_account_data.mutate({ p_confirm: name });
  const afterwards = await client.list_apps.query({}).catch((error) => error.data.httpStatus);
  return {
    installs: summary.total_installs,
    clicks: stats.clicks,
    model: log.attributions[0].model,
    events: exported.totals.events,
    wrong,
    tokens: counted,
    erased: receipt.complete,
    afterwards,
  };
}

live().then(
  (seen) => console.log(JSON.stringify(seen)),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
`;
