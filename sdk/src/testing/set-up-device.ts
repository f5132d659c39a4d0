import { onTestFinished } from 'vitest';
import { createDevice, type Device } from './controlled-device.ts';
import { type Service, startService } from './start-service.ts';

/** A service and a device that sends to it, both removed when the running test has finished. */
export async function setUpDevice(): Promise<{ service: Service; device: Device }> {
  const service = await startService();
  const device = await createDevice(service);
  onTestFinished(async () => {
    await device[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });
  return { service, device };
}
