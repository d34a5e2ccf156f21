import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { argument } from './conditions.ts';

const isFixed = (value: Value | undefined): boolean =>
  typeof value?.constant === 'string' && value.constant.length > 0 && !value.constant.includes('PUBLIC KEY');

export const pyHardcodedKey: Rule = {
  id: 'py-hardcoded-key',
  cwe: 'CWE-321',
  severity: 'high',
  title: 'Hard-coded key',
  message:
    'The key is part of the program: anyone who can read the program can read or forge everything that it protects.',
  help: 'Read the key from the environment or a secret manager.',
  calls: [
    {
      call: [
        '*.{AES,DES,DES3,ARC4,Blowfish,ChaCha20,ChaCha20_Poly1305,Salsa20}.new',
        '{AES,DES,DES3,ARC4}.new',
        '*.algorithms.{AES,TripleDES,ChaCha20,Camellia}',
        '*.{AESGCM,ChaCha20Poly1305,AESCCM}',
        '*.Fernet',
        'Fernet',
      ],
      when: (call) => isFixed(argument(call, 'key', 0)),
    },
    { call: ['hmac.{new,digest}'], when: (call) => isFixed(argument(call, 'key', 0)) },
    {
      call: ['jwt.{encode,decode}', 'jose.jwt.{encode,decode}'],
      when: (call) => isFixed(argument(call, 'key', 1)) && call.named.get('verify')?.constant !== false,
    },
    {
      call: [
        'itsdangerous.{URLSafeSerializer,URLSafeTimedSerializer,TimestampSigner,Signer}',
        '{URLSafeSerializer,URLSafeTimedSerializer}',
      ],
      when: (call) => isFixed(argument(call, 'secret_key', 0)),
    },
  ],
  entries: [
    {
      key: ['aws_secret_access_key', 'aws_session_token', 'aws_access_key_id'],
      when: (value, { callee }) =>
        typeof value.constant === 'string' &&
        /^[\w/+=]{16,}$/.test(value.constant) &&
        callee.some((name) => /boto|(?:^|\.)(?:client|resource|Session)$/.test(name)),
    },
  ],
  positives: [
    'import boto3\ns3 = boto3.client("s3", aws_secret_access_key="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")  # HERE\n',
    'from Crypto.Cipher import AES\nAES.new(b"Sixteen byte key", AES.MODE_GCM)  # HERE\n',
    'import jwt\nSECRET = "s3cr3t-for-tokens"\ntoken = jwt.encode({"u": 1}, SECRET, algorithm="HS256")  # HERE\n',
    'from cryptography.fernet import Fernet\nf = Fernet(b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=")  # HERE\n',
  ],
  negatives: [
    'import boto3, os\ns3 = boto3.client("s3", aws_secret_access_key=os.environ["KEY"], aws_access_key_id="test")\n',
    'import os\nfrom Crypto.Cipher import AES\nAES.new(os.environ["KEY"].encode(), AES.MODE_GCM)\n',
    'import jwt\njwt.decode(token, key, algorithms=["RS256"])\n',
    'import hmac\nhmac.new(key, b"message")\n',
  ],
};
