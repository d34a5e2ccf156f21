import { KMSClient } from '@aws-sdk/client-kms';
import { kmsFingerprintKeys } from '#adapters/kms/fingerprint-keys.ts';
import { kmsDecrypter, kmsEncrypter } from '#adapters/kms/secret-cipher.ts';
import type {
  SsoSecretContext,
  SubscriberSecretContext,
  SecretDecrypter,
  SecretEncrypter,
} from '#ports/secret-cipher.ts';
import { env } from '../env.ts';

export const wireRepositorySecretEncrypter = () => kmsEncrypter(new KMSClient(), env('CREDENTIALS_KEY_ID'));
export const wireRepositorySecretDecrypter = () => kmsDecrypter(new KMSClient(), env('CREDENTIALS_KEY_ID'));
export const wireSsoSecretEncrypter = (): SecretEncrypter<SsoSecretContext> =>
  wireRepositorySecretEncrypter();
export const wireSsoSecretDecrypter = (): SecretDecrypter<SsoSecretContext> =>
  wireRepositorySecretDecrypter();
export const wireSubscriberSecretEncrypter = (): SecretEncrypter<SubscriberSecretContext> =>
  wireRepositorySecretEncrypter();
export const wireSubscriberSecretDecrypter = (): SecretDecrypter<SubscriberSecretContext> =>
  wireRepositorySecretDecrypter();
export const wireFingerprintKeys = () => kmsFingerprintKeys(new KMSClient(), env('FINGERPRINT_KEY_ID'));
