import * as z from 'zod';

/** KMS encrypts at most this many bytes in one call. */
const maxSecretBytes = 4096;

/** A git credential as it is sent. */
export const credential = z
  .strictObject({
    // HTTP Basic authentication ends the user name at a colon (RFC 7617).
    username: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^:\p{Cc}]*$/u, 'A user name has no colon and no control characters.')
      .optional(),
    secret: z
      .string()
      .min(1)
      .max(maxSecretBytes)
      .refine((secret) => Buffer.byteLength(secret) <= maxSecretBytes, `At most ${maxSecretBytes} bytes`),
  })
  .meta({ description: `Stored encrypted, never returned. The secret has at most ${maxSecretBytes} bytes.` });
