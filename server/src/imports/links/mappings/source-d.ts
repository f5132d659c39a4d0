import { BY_ASSOCIATION, type LinkSource, NO_NAME, OF_THE_APP } from './link-source.ts';

const NO_MINIMUM = 'a link does not ask for a version of the app';
const NO_IPAD = 'an iPad calls itself a Mac and goes where desktops go';

/** The columns of Google’s export, one file for each domain. */
export const sourceD: LinkSource = {
  name: 'source_d',
  columns: {
    'Short link': 'short_link',
    'Deep link (link)': 'deep_link',
    'Android package name (apn)': 'android_package',
    'Android fallback link (afl)': 'android_url',
    'iOS fallback link (ifl)': 'ios_url',
    'iOS app store ID (isi)': 'ios_app_id',
    'Desktop fallback link (ofl)': 'fallback_url',
    'UTM source (utm_source)': 'utm_source',
    'UTM medium (utm_medium)': 'utm_medium',
    'UTM campaign (utm_campaign)': 'utm_campaign',
    'UTM term (utm_term)': 'utm_term',
    'UTM content (utm_content)': 'utm_content',
    'iTunes Connect at': 'ios_store_params',
    'iTunes Connect ct': 'ios_store_params',
    'iTunes Connect mt': 'ios_store_params',
    'iTunes Connect pt': 'ios_store_params',
    'Social title (st)': 'title',
    'Social description (sd)': 'description',
    'Social image link (si)': 'image_url',
    'Archived?': 'archived',
  },
  parameters: {},
  passesParameters: false,
  without: {
    'Android minimum package version code (amv)': NO_MINIMUM,
    'iOS bundle ID (ibi)': OF_THE_APP,
    'iOS custom scheme (ius)': BY_ASSOCIATION,
    'iOS iPad fallback link (ipfl)': NO_IPAD,
    'iOS iPad bundle ID (ipbi)': NO_IPAD,
    'iOS minimum version (imv)': NO_MINIMUM,
    'Enable forced redirect? (efr)': 'whether there is a page in between is decided by the visitor’s device',
    'Link name': NO_NAME,
    'Creation timestamp': 'links are as new',
  },
  leadsTo: 'deep link',
  translates: true,
};
