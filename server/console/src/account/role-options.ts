import type { InputOf } from '../client/procedures.ts';

type TeamRole = InputOf<'create_invitation'>['p_role'];

const NAMES: Record<TeamRole, string> = {
  viewer: 'Viewer: sees everything',
  marketer: 'Marketer: also campaigns, links and spend',
  developer: 'Developer: also apps, keys, webhooks and imports',
  owner: 'Owner: also members',
};

/** The roles of a team, the least first. */
export const ROLE_OPTIONS = (Object.entries(NAMES) as [TeamRole, string][]).map(([id, name]) => ({
  id,
  name,
}));

/** A field of a form as a role; what is none as a viewer. */
export const roleOf = (text: string | undefined): TeamRole =>
  ROLE_OPTIONS.find(({ id }) => id === text)?.id ?? 'viewer';
