import type { ComponentType } from 'react';
import type { DoorPattern } from '../address/page-path.ts';

/** A page for whoever is signed out. */
export interface Door {
  readonly path: DoorPattern;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
}

/** The ways in. */
export const DOORS = [
  {
    path: 'sign-in',
    title: 'Sign in',
    load: () => import('../pages/sign-in/sign-in-page.tsx').then((m) => m.SignInPage),
  },
  {
    path: 'sign-up',
    title: 'Sign up',
    load: () => import('../pages/sign-up/sign-up-page.tsx').then((m) => m.SignUpPage),
  },
  {
    path: 'invitation',
    title: 'You are invited',
    load: () => import('../pages/invitation/invitation-page.tsx').then((m) => m.InvitationPage),
  },
  {
    path: 'reset-password',
    title: 'Set a new password',
    load: () => import('../pages/reset-password/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  },
  {
    path: 'verify',
    title: 'Confirm your address',
    load: () => import('../pages/verify/verify-page.tsx').then((m) => m.VerifyPage),
  },
] as const satisfies readonly Door[];
