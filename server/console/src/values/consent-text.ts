const NAMES: Readonly<Record<string, string>> = {
  eea: 'laws of the EEA hold',
  ad_user_data: 'data to ad networks',
  ad_personalization: 'personal ads',
};

/** What was stated of consent; each member on its own, since what was left out is not stated. */
export function consentText(consent: Readonly<Record<string, boolean | undefined>> | null): string {
  const stated = Object.entries(consent ?? {}).filter(([, agrees]) => agrees !== undefined);
  if (stated.length === 0) return 'not stated';
  return stated.map(([name, agrees]) => `${NAMES[name] ?? name}: ${agrees ? 'yes' : 'no'}`).join(', ');
}

/** The same of an entry of a time line: `eea=true, ad_user_data=false`. */
export const consentTextOf = (label: string): string =>
  consentText(
    Object.fromEntries(
      label.split(', ').map((part) => {
        const [name = '', value] = part.split('=');
        return [name, value === 'true'];
      }),
    ),
  );
