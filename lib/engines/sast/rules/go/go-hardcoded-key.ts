import type { Rule } from '@scangate/engines/sast/rule';
import { isFixed } from './conditions.ts';
import { program } from './samples.ts';

export const goHardcodedKey: Rule = {
  id: 'go-hardcoded-key',
  cwe: 'CWE-321',
  severity: 'high',
  title: 'Hard-coded key',
  message: 'Everyone who has the program has the key, and changing it takes a new version.',
  help: 'Read the key from the environment or a secret manager when the program starts.',
  calls: [
    {
      call: [
        'crypto/{aes,des,rc4}.{NewCipher,NewTripleDESCipher}',
        'golang.org/x/crypto/chacha20poly1305.{New,NewX}',
        'github.com/gorilla/sessions.{NewCookieStore,NewFilesystemStore}',
        'github.com/gin-contrib/sessions/cookie.NewStore',
        'github.com/gorilla/csrf.Protect',
      ],
      when: ({ args: [key] }) => isFixed(key),
    },
    { call: ['crypto/hmac.New'], when: ({ args: [, key] }) => isFixed(key) },
    { call: ['*.SignedString'], when: ({ args: [key] }) => isFixed(key) },
  ],
  positives: [
    program('crypto/aes', '\tblock, err := aes.NewCipher([]byte("0123456789abcdef")) // HERE'),
    'package main\n\nimport "github.com/golang-jwt/jwt/v5"\n\nvar key = []byte("secret")\n\nfunc f(token *jwt.Token) {\n\ttoken.SignedString(key) // HERE\n}\n',
  ],
  negatives: [
    program('crypto/aes os', '\taes.NewCipher(key)\n\taes.NewCipher([]byte(os.Getenv("KEY")))', 'key []byte'),
  ],
};
