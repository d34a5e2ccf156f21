import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isWritten = (value: Value | undefined): boolean =>
  typeof value?.constant === 'string' && value.constant.length > 0;
const holdsWritten = (value: Value | undefined): boolean =>
  isWritten(value) || (value?.fields?.length !== undefined && [...value.fields.values()].some(isWritten));

export const jsHardcodedKey: Rule = {
  id: 'js-hardcoded-key',
  cwe: 'CWE-321',
  severity: 'high',
  title: 'Hard-coded key',
  message: 'Anyone who can read the source can sign or decrypt like this service.',
  help: 'Read the key from a secret store or the environment, and rotate this one.',
  calls: [
    {
      call: [
        'crypto.{createCipheriv,createDecipheriv,createHmac}',
        '{crypto,CryptoJS,crypto-js}.AES.{encrypt,decrypt}',
      ],
      when: ({ args }) => isWritten(args[1]),
    },
    {
      call: ['jsonwebtoken.{sign,verify}', 'jwt.{sign,verify}', 'jwt-simple.{encode,decode}'],
      when: ({ args }) => isWritten(args[1]),
    },
    {
      call: ['{express-session,cookie-session,session,cookieSession}'],
      when: ({ args }) =>
        holdsWritten(args[0]?.fields?.get('secret')) || holdsWritten(args[0]?.fields?.get('keys')),
    },
    {
      call: ['{cookie-parser,cookieParser}', 'express.cookieParser'],
      when: ({ args }) => isWritten(args[0]),
    },
    {
      call: [
        '{express-jwt,expressJwt}',
        'express-jwt.expressjwt',
        '*.JwtModule.register',
        '@nestjs/jwt.JwtModule.register',
      ],
      when: ({ args }) => isWritten(args[0]?.fields?.get('secret')),
    },
    {
      call: ['{jose.JWT,JWT,jose.jwt}.{sign,verify}', 'jose.JWT.*'],
      when: ({ args }) => isWritten(args[1]),
    },
    { call: ['{jose.JWK,JWK}.asKey'], when: ({ args }) => isWritten(args[0]) },
    {
      call: [
        '*.{Strategy,JwtStrategy,OAuth2Strategy,GoogleStrategy,FacebookStrategy,GitHubStrategy}',
        '{JwtStrategy,FacebookStrategy,GoogleStrategy,GitHubStrategy}',
      ],
      when: ({ args }) =>
        isWritten(args[0]?.fields?.get('clientSecret')) ||
        isWritten(args[0]?.fields?.get('secretOrKey')) ||
        isWritten(args[0]?.fields?.get('consumerSecret')),
    },
    { call: ['jose.SignJWT().sign'], when: ({ args }) => isWritten(args[0]) },
  ],
  positives: [
    "const { JWT } = require('jose');\nJWT.sign({ id: 1 }, 'not so secret at all'); // HERE\n",
    "const FacebookStrategy = require('passport-facebook').Strategy;\nnew FacebookStrategy({ clientID: 'a', clientSecret: 'not so secret at all' }, done); // HERE\n",
    "const jwt = require('jsonwebtoken');\nconst key = 'not so secret at all';\njwt.sign({ id: 1 }, key); // HERE\n",
    "const session = require('express-session');\napp.use(session({ secret: 'keyboard cat' })); // HERE\n",
    "import crypto from 'crypto';\ncrypto.createHmac('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
    "import crypto from 'crypto';\ncookieParser('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
    "import crypto from 'crypto';\njose.JWK.asKey('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
    "import crypto from 'crypto';\njose.SignJWT().sign('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
    "const { JWT } = require('jose');\ncrypto.AES.encrypt({ id: 1 }, 'not so secret at all'); // HERE\n",
    "import crypto from 'crypto';\njwt.sign('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
    "import crypto from 'crypto';\nexpress.cookieParser('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
    "const session = require('express-jwt');\napp.use(session({ secret: 'keyboard cat' })); // HERE\n",
    "const session = require('express-jwt.expressjwt');\napp.use(session({ secret: 'keyboard cat' })); // HERE\n",
    "const session = require('a.JwtModule.register');\napp.use(session({ secret: 'keyboard cat' })); // HERE\n",
    "import crypto from 'crypto';\nJWT.sign('sha256', 'pa4qacea4VK9t9nGv7yZtwmj'); // HERE\n",
  ],
  negatives: [
    "const FacebookStrategy = require('passport-facebook').Strategy;\nnew FacebookStrategy({ clientSecret: process.env.SECRET }, done);\n",
    "const jwt = require('jsonwebtoken');\njwt.sign({ id: 1 }, process.env.JWT_KEY);\n",
    "const session = require('express-session');\napp.use(session({ secret: config.secret }));\n",
  ],
};
