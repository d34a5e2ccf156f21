import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';

const demoAccount = z.object({
  organizationId: z.string(),
  tokens: z.object({ owner: z.string(), service: z.string() }),
});
/** The organization of the demo, with the tokens that stay the same at every start. */
export type DemoAccount = z.infer<typeof demoAccount>;

const accountFile = (data: string): string => join(data, 'demo.json');

/** The account stored in a data folder, if it is usable. */
export const storedAccount = (data: string): DemoAccount | undefined => {
  try {
    return demoAccount.parse(JSON.parse(readFileSync(accountFile(data), 'utf8')));
  } catch {
    // There is no usable account yet, so a new one is created.
    return undefined;
  }
};

/** Stores the account for the next start. */
export const storeAccount = (data: string, account: DemoAccount): void =>
  writeFileAtomically(accountFile(data), JSON.stringify(account), 0o600);

/** The organization to which a request to the control plane applies unless it names one. */
export const demoOrganization = (data: string): string | undefined => storedAccount(data)?.organizationId;
