import * as z from 'zod';
import { tokenDays } from '@scangate/domain/identity/token-limits';
import { scope, token } from '../resources.ts';

const shown = 'BCDF-GHJK';

/** The codes for a command line, which only this response contains. */
export const startedDeviceLogin = z.object({
  deviceCode: z.string().meta({
    description: 'The secret of the command line, which it polls with. Nobody else may see it.',
    examples: ['sgv_0123456789abcdefghijABCDEFGHIJ012345'],
  }),
  userCode: z.string().meta({
    description: 'Eight letters that the person types on the page.',
    examples: [shown],
  }),
  verificationUri: z.string().meta({
    description: 'The page where the person approves; a path where the deployment has no public address.',
    examples: ['https://scangate.example.com/console/device'],
  }),
  expiresIn: z.int().meta({ description: 'Seconds for which the codes are valid.', examples: [600] }),
  interval: z.int().meta({ description: 'Seconds between two polls.', examples: [5] }),
});

/** A poll of a command line. */
export const deviceTokenRequest = z.strictObject({
  deviceCode: z.string().min(1).max(100).meta({ description: 'The secret of the command line.' }),
});

/** The token that a person granted to a command line. */
export const deviceToken = token.extend({
  token: z.string().meta({ description: 'The credential itself.' }),
});

const userCode = z
  .string()
  .max(20)
  .regex(/^\s*[A-Za-z]{4}[-\s]?[A-Za-z]{4}\s*$/, 'Eight letters, with or without a hyphen in the middle.')
  .meta({ description: 'The eight letters that the command line shows.', examples: [shown] });

/** The scopes and the lifetime that a person grants to a command line. */
export const deviceApproval = z.strictObject({
  userCode,
  scopes: z.array(scope).min(1).max(20).meta({ description: 'At most those of the session.' }),
  expiresInDays: z.int().min(tokenDays.least).max(tokenDays.most).optional().meta({
    description:
      'Days that the token lives, from its grant on: 90 unless stated, at most what the organization permits.',
  }),
});

/** The decision of a person who did not start the command line's login. */
export const deviceDenial = z.strictObject({
  userCode,
  deny: z.literal(true).meta({ description: 'Refuses the command line.' }),
});

/** The decision about a command line. */
export const decidedDeviceLogin = z.object({
  status: z.enum(['approved', 'denied']),
  scopes: z.array(scope).optional().meta({ description: 'Of the token that the command line gets.' }),
  expiresInDays: z.int().optional().meta({ description: 'As it was asked for.' }),
});
