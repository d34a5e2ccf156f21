import { gunzipSync } from 'node:zlib';

/** A project with a workspace, an alias, a folder and one package in two versions, as Bun 1.1.38 locked it. */
export const binary: Uint8Array = gunzipSync(
  Buffer.from(
    [
      'H4sIAAAAAAACA1NW1C8tLtJPyszTT80rU0gqzeMCYt2c/OTstMycVN20/KLcxBLdMgMuJgYGhnjZ1fNYbzxm6dr8z1fRt37Buoub',
      'y0rmnira1uyZ2rXFTy9DkAEMuCEUAwca3QCl42EKGIoTcwtyUhkYcjPzMnMzi0ty8lMSizMYGDKLdfNTUhgYbgHVcAI1pkHVcwGx',
      'AIhfnFqWmldSnJOaVqJbkJiSCJWH6d8xK4Mt7X+S18y7U7YFtj0zOPCozHaupd8V69b3ysXrHwlq6Xv8+REt8mm3gMLhRecVj6Vb',
      '2fldKf7jsWNCk3jru457+58tSRTVvs714NqF1jSNb5kw/YwMlAEmKG0BwQ2MUDFWEvUXALEZUD8LkAYFugiJ+pcBsQlQPzOUz0ii',
      '/sdAbAXUz0ai/1lg8ZSZpJ9GQfjJMkLsB7HZydAfzggJfxCfGUmcWP39jIj4YybBfg8kNhciQ5Ds/uOMqPHPT4IZHFhyJgc0DXBC',
      '+cTQjND8SFtz//H/ozTToQNGEIKYi2w0i8j5dFM3bRcBFt0pwvfFZzpvf2bwIOFVae+MSZOLuDkrF73Z8v+KhWmm1KmfVqIPWyus',
      '6l+tVT+9KP3xlWMO14qYxPWRzEVOTyx2EbGiJ5ZOecRb+7TaTG+FeMgBwTWbUqQkP27XaTV8ZdkUMW3XZpd1iVlcUU0+Oxc33ue2',
      'uXvVJCXmM+vq5VyTbx2bgWQuclpj4eRKj/h1+FDy15/K7LEzcvUu5X/3WXQy/OmObPFnyk5hXg+drpr7Mr4JTD72nVN28qUH5XN6',
      'l3DY9jJqfHdozKwQM0AylwXZ3Ki3obKPuFnWczEmhTCpzHSsr5BKbnk8JeH1v/KPnzZ0RYnszvWae1AlIfnVwr0rPOelBdp937Nx',
      'tSzHqcNFPfbsh88hmctKo3hDLndYLG5EaXzSq7d5PeXaq62JruUvns59Of1VkEPT+sgqtVzvTaY27f+nrjsU3bnn3pbrbqXpG45d',
      'u+VXtSRN7w0rq4q9/2KouSxoZQnLMa0eRzlDxoeXd8jnReXPFxXnsGJqNFJutH8+vVvld98JUa610RNjFmz31WDUMmDfKLttcnvm',
      '4gda901v/I/Kf3BYA8m9HMjmxvT52Jv6Ms04cErEeJnoHzbPrg1LDfmb7p5Yu6Nz+gQpzYPmdyY72t4WC2g8/W3q8cTXpqcmSB3P',
      '2H5CcZ3N6j0HVgggmctJo/BFztcsn4XnuFQf6quSKdWLWc56ITbm2Sy5uOevpYRT2BY+UctZOdF7UXkoV6bNI90LJ58JvzOcOktv',
      'ti6bTS7zhaMejpsdrlA7/w5xwDjq6ZHihxXQhu4FKM1lU1yUrJeZV1ySmJOjB2tl64UUpabaKRgZKBRnVqXmp+komCgk5mSm5+Wn',
      'IefDf/8hALmeZECrNxl4IHwNHpiFpcZGdkDz8JgMa4MyQ9tnoDKbDVoWckDNjoCa10CkuZxQvexQs1iR2lmMUHtAKjdAzdvCCzM3',
      '2sgsttQCGBpmcLMNEWbD2vmwdrkCG6wlBesJwFruAoyGesZ6BkBZWF8B1rZnYTQCyhgh9SZgrX8ORgM9c4geqD2w/gETixQkcBtg',
      'PRNYT4KJEWiLniFS3wPWV2BiNNEzNNczMgD3bkCmnfz2Zo3w8R0eTIxqQJ4Q0DRY/wbWH2FijDMDGmeAaZoSxDRDU4Z/0LD6x4st',
      'URWn5palFum5VpSkFuUl5gSXFGXmpdspGCKC0wIenBp8EBNUBeCxCgx5QywBX5CYnJ2Ynlqsn+hQnJmXUpRanF+UUVqsn1kMSsBW',
      'evrgBn1eQa4VrCfnYKhnpGeaUVJSUGylr1+Umg4UK6rUAyrJKtbLL0rXhynU14UzdcF69ErSq/DogwQMUBeEoQsNZAK6INEG1AVh',
      '6IIjDaQHyM8rzU1KLcKvGaIGoh/C1gVHFAFr0UMLYgA4lRHQCUu1QB0wpi443RIKHmg+AAUQlKkLzgnkBKshODJgBUW5f5F3cUCi',
      'cwI0uWQgko2ZiR0wXWGmMFg+3QBV+kAAT5oNSy0qzszPAxYr2IwiqxgWgI5ISAgSdCpKuZIAVZ8hiMe9sLxlga2koqyfR2sAAL8r',
      '5jr4EQAA',
    ].join(''),
    'base64',
  ),
);

/** The same lockfile as Bun 1.2.5 turned it into text. */
export const text = `{
  "lockfileVersion": 1,
  "workspaces": {
    "": {
      "name": "sample",
      "dependencies": {
        "f": "file:./lib/f",
        "is-odd": "3.0.1",
        "lodash": "4.17.20",
        "mini": "npm:minimist@1.2.5",
      },
      "devDependencies": {
        "@sindresorhus/is": "0.7.0",
      },
      "optionalDependencies": {
        "fsevents": "2.3.2",
      },
      "peerDependencies": {
        "left-pad": "1.3.0",
      },
    },
    "packages/a": {
      "name": "a",
      "version": "0.1.0",
      "dependencies": {
        "lodash": "4.17.15",
      },
    },
  },
  "packages": {
    "@sindresorhus/is": ["@sindresorhus/is@0.7.0", "", {}, "sha512-ONhaKPIufzzrlNbqtWFFd+jlnemX6lJAgq9ZeiZtS7I1PIf/la7CW4m83rTXRnVnsMbW2k56pGYu7AUFJD9Pow=="],

    "a": ["a@workspace:packages/a"],

    "f": ["f@file:lib/f", {}],

    "fsevents": ["fsevents@2.3.2", "", { "os": "darwin" }, "sha512-xiqMQR4xAeHTuB9uWm+fFRcIOgKBMiOBP+eXiyT7jsgVCq1bkVygt00oASowB7EdtpOHaaPgKt812P9ab+DDKA=="],

    "is-number": ["is-number@6.0.0", "", {}, "sha512-Wu1VHeILBK8KAWJUAiSZQX94GmOE45Rg6/538fKwiloUu21KncEkYGPqob2oSZ5mUT73vLGrHQjKw3KMPwfDzg=="],

    "is-odd": ["is-odd@3.0.1", "", { "dependencies": { "is-number": "^6.0.0" } }, "sha512-CQpnWPrDwmP1+SMHXZhtLtJv90yiyVfluGsX5iNCVkrhQtU3TQHsUWPG9wkdk9Lgd5yNpAg9jQEo90CBaXgWMA=="],

    "left-pad": ["left-pad@1.3.0", "", {}, "sha512-XI5MPzVNApjAyhQzphX8BkmKsKUxD4LdyK24iZeQGinBN9yTQT3bFlCBy/aVx2HrNcqQGsdot8ghrjyrvMCoEA=="],

    "lodash": ["lodash@4.17.20", "", {}, "sha512-PlhdFcillOINfeV7Ni6oF1TAEayyZBoZ8bcshTHqOYJYlrqzRK5hagpagky5o4HfCzzd1TRkXPMFq6cKk9rGmA=="],

    "mini": ["minimist@1.2.5", "", {}, "sha512-FM9nNUYrRBAELZQT3xeZQ7fmMOBg6nWNmJKTcgsJeaLstP/UODVpGsr5OhXhhXg6f+qtJ8uiZ+PUxkDWcgIXLw=="],

    "a/lodash": ["lodash@4.17.15", "", {}, "sha512-8xOcRHvCjnocdS5cpwXQXVzmmh5e5+saE2QGoeQmbKmRS6J3VQppPOIt0MnmE+4xlZoumy0GPG0D0MVIQbNA1A=="],
  }
}
`;
