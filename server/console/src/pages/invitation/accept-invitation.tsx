import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { homePath } from '../../address/home-path.ts';
import { placeOf } from '../../address/place-of.ts';
import { sendJson } from '../../http/send-json.ts';
import { Form } from '../../parts/forms/form.tsx';
import { credentials, signOut } from '../../session/session.ts';

/** Accepts an invitation, when the button is pressed. */
export function AcceptInvitation({ token }: { token: string }) {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(false);
  const accept = async () => {
    try {
      await sendJson('/rest/v1/rpc/accept_invitation', { headers: credentials(), body: { p_token: token } });
    } catch (error) {
      setRefused(true);
      throw error;
    }
    await navigate(placeOf(homePath));
  };
  return (
    <>
      <p>You are signed in. Accept the invitation to join the team.</p>
      <Form submit="Accept the invitation" onSubmit={accept}>
        {null}
      </Form>
      {isRefused && (
        <p>
          If it is for another address of yours,{' '}
          <button type="button" className="link" onClick={() => void signOut()}>
            sign out
          </button>{' '}
          and sign in with that one. Else ask whoever invited you for another invitation.
        </p>
      )}
    </>
  );
}
