import { KMSClient } from '@aws-sdk/client-kms';
import { kmsFingerprintKeys } from '#adapters/kms/fingerprint-keys.ts';
import { kmsOpener, kmsSealer } from '#adapters/kms/vault.ts';
import type { SsoSecretContext, SubscriberSecretContext, VaultOpener, VaultSealer } from '#ports/vault.ts';
import { env } from '../env.ts';

export const wireVaultSealer = () => kmsSealer(new KMSClient(), env('CREDENTIALS_KEY_ID'));
export const wireVaultOpener = () => kmsOpener(new KMSClient(), env('CREDENTIALS_KEY_ID'));
export const wireSsoSecretSealer = (): VaultSealer<SsoSecretContext> => wireVaultSealer();
export const wireSsoSecretOpener = (): VaultOpener<SsoSecretContext> => wireVaultOpener();
export const wireSubscriberSecretSealer = (): VaultSealer<SubscriberSecretContext> => wireVaultSealer();
export const wireSubscriberSecretOpener = (): VaultOpener<SubscriberSecretContext> => wireVaultOpener();
export const wireFingerprintKeys = () => kmsFingerprintKeys(new KMSClient(), env('FINGERPRINT_KEY_ID'));
