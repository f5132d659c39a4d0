import { TEST_ANON_KEY, type TestService } from '../../testing/test-service.ts';
import type { Person } from '../../testing/test-tenant.ts';

type Parameters = Readonly<Record<string, string>>;

const pathOf = (resource: string, parameters: Parameters) =>
  `/v1/analytics?${new URLSearchParams({ resource, ...parameters })}`;

/** A report as it is sent, digit by digit. */
export async function reportText(
  who: Person,
  resource: string,
  parameters: Parameters = {},
): Promise<string> {
  return textOf(await who.get(pathOf(resource, parameters)));
}

/** A report as a client reads it. */
export async function report<Body>(
  who: Person,
  resource: string,
  parameters: Parameters = {},
): Promise<Body> {
  return JSON.parse(await reportText(who, resource, parameters)) as Body;
}

/** A report as lines, without the line ends. */
export async function reportLines(service: TestService, who: Person, resource: string): Promise<string[]> {
  const headers = { ...headersOf(who), accept: 'text/csv' };
  const csv = await textOf(await service.request(pathOf(resource, {}), { headers }));
  return csv.split('\r\n').slice(0, -1);
}

/** A report as it is sent to typed clients. */
export async function typedReportText(service: TestService, who: Person, resource: string): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ json: {} }));
  const path = `/trpc/analytics.${resource}?input=${input}`;
  return textOf(await service.request(path, { headers: headersOf(who) }));
}

function headersOf({ token }: Person): Record<string, string> {
  return { authorization: `Bearer ${token}`, apikey: TEST_ANON_KEY };
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  return text;
}
