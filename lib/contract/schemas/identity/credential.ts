import * as z from 'zod';

/** KMS encrypts at most this many bytes in one call. */
const maxSecretBytes = 4096;

const appNumber = z.string().regex(/^[1-9]\d{0,18}$/, 'The id of an App or an installation is a number.');
const privateKey =
  /^-----BEGIN (?:RSA )?PRIVATE KEY-----\s[\sA-Za-z0-9+/=]+-----END (?:RSA )?PRIVATE KEY-----$/;

/** A git credential in a request. */
export const credential = z
  .strictObject({
    // HTTP Basic authentication ends the user name at a colon (RFC 7617).
    username: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^:\p{Cc}]{0,255}$/u, 'A user name has no colon and no control characters.')
      .optional(),
    secret: z
      .string()
      .min(1)
      .max(maxSecretBytes)
      .refine((secret) => Buffer.byteLength(secret) <= maxSecretBytes, `At most ${maxSecretBytes} bytes`),
    app: z
      .strictObject({ appId: appNumber, installationId: appNumber })
      .optional()
      .meta({
        description:
          'A GitHub App that is installed at the repository: `secret` is its private key (PEM), and there is no ' +
          '`username`. It fetches with tokens of the installation, and writes check runs.',
      }),
  })
  .refine(({ app, username }) => !app || username === undefined, {
    path: ['username'],
    message: 'An App has no user name.',
  })
  .refine(({ app, secret }) => !app || privateKey.test(secret.trim()), {
    path: ['secret'],
    message: 'The secret of an App is its private key in PEM.',
  })
  .meta({ description: `Stored encrypted, never returned. The secret has at most ${maxSecretBytes} bytes.` });
