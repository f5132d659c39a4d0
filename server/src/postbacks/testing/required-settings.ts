/** Settings with which a configuration is accepted, none of which may be missing, by the formats that have such. */
export const REQUIRED_SETTINGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  network_a_conversions: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
  network_b_app: { link_id: 'L' },
  network_c_campaign_manager: {
    profile_id: '1',
    floodlight_configuration_id: '2',
    floodlight_activity_id: '3',
  },
  network_d_conversions: { pixel_id: 'p', event_name: 'X' },
  network_e_events: { event_source_id: 'e', event_name: 'X' },
};
