import { KMSClient } from '@aws-sdk/client-kms';
import { kmsOpener, kmsSealer } from '#adapters/kms/vault.ts';
import { env } from '../env.ts';

export const wireVaultSealer = () => kmsSealer(new KMSClient(), env('CREDENTIALS_KEY_ID'));
export const wireVaultOpener = () => kmsOpener(new KMSClient(), env('CREDENTIALS_KEY_ID'));
