import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { cleartextText, isCleartext } from '../cleartext.ts';

const clients =
  '{axios,got,request,superagent,needle,phin,undici,node-fetch,cross-fetch,request-promise,request-promise-native,ky,http,follow-redirects.http,node-rest-client.Client,Client}';

const addressOf = (value: Value | undefined): Value | undefined =>
  value?.fields?.at('url') ?? value?.fields?.at('uri') ?? value?.fields?.at('baseURL') ?? value;

const asksCleartext = ({ args }: Call): boolean => isCleartext(addressOf(args[0]));

export const jsCleartextRequest: Rule = {
  ...cleartextText,
  id: 'js-cleartext-request',
  calls: [
    {
      call: [
        'fetch',
        clients,
        `${clients}.{get,post,put,patch,delete,head,options,request,fetch,stream}`,
        'got.stream.{get,post,put,patch,delete}',
        'axios.create',
        'WebSocket',
        'ws',
      ],
      when: asksCleartext,
    },
  ],
  positives: [
    "const response = await fetch('http://api.example.com/users'); // HERE\n",
    "import axios from 'axios';\naxios({ method: 'POST', url: 'http://api.example.com' }); // HERE\n",
    "import axios from 'axios';\nconst load = (id) => axios.get(`http://api.example.com/users/${id}`); // HERE\n",
    "const socket = new WebSocket('ws://chat.example.com'); // HERE\n",
    "const response = await got.stream.get('http://api.example.com/users'); // HERE\n",
    "const response = await axios.create('http://api.example.com/users'); // HERE\n",
    "const response = await ws('http://api.example.com/users'); // HERE\n",
    "import client from 'node-fetch';\nclient.get('http://api.example.com/users'); // HERE\n",
    "import client from 'node-fetch';\nclient('http://api.example.com/users'); // HERE\n",
    "import { Client as client } from 'node-rest-client';\nclient.get('http://api.example.com/users'); // HERE\n",
    "import { Client as client } from 'node-rest-client';\nclient('http://api.example.com/users'); // HERE\n",
  ],
  negatives: [
    "await fetch('https://api.example.com/users');\n",
    "await fetch('http://localhost:3000/users');\n",
    "await fetch('http://127.0.0.1/users');\n",
    "await fetch('/users');\n",
    "new WebSocket('wss://chat.example.com');\n",
    'const load = (url) => fetch(url);\n',
  ],
};
