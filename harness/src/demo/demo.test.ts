import { expect, test } from 'vitest';
import { freePort } from '../backend/free-port.ts';
import { runDemo } from './run-demo.ts';

test('the demo plays a month and leaves a service that its owner can sign in to', async () => {
  const days: number[] = [];
  const port = await freePort();
  const demo = await runDemo({ port, people: 30, days: 8, onDay: (day) => days.push(day) });
  try {
    expect(days).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(demo.summary).toMatch(/^44 installs/);
    expect(demo.summary).toContain('Spring sale');
    expect(demo.summary).toMatch(/Fraud flags: \d+ device_farm/);
    expect(demo.postbacks).toBeGreaterThan(0);
    const response = await fetch(`${demo.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demo.email, password: demo.password }),
    });
    expect(response.status).toBe(200);
  } finally {
    await demo.close();
  }
});
