import type { Rule } from '@scangate/engines/sast/rule';
import { cleartextText, isCleartext } from '../cleartext.ts';

const verbs = '{get,post,put,patch,delete,head,options}';
const clients =
  '{requests.Session,requests.session(),requests.Session(),requests.sessions.Session,aiohttp.ClientSession,httpx.Client,httpx.AsyncClient}';
const openers = 'urllib.request.{URLopener,FancyURLopener,OpenerDirector,build_opener}';

export const pyCleartextRequest: Rule = {
  ...cleartextText,
  id: 'py-cleartext-request',
  calls: [
    {
      call: [
        `{requests,httpx,requests.api}.${verbs}`,
        `${clients}.${verbs}`,
        '{urllib.request,urllib2}.{urlopen,urlretrieve,Request}',
        '{urllib.urlopen,urllib.urlretrieve}',
        `${openers}.{open,retrieve}`,
        `${openers}().{open,retrieve}`,
        'websocket.create_connection',
      ],
      when: ({ args, named }) => isCleartext(args[0] ?? named.get('url')),
    },
    {
      call: [
        '{requests,httpx,requests.api}.{request,Request,stream}',
        `${clients}.{request,stream}`,
        '*.PoolManager().request',
      ],
      when: ({ args, named }) => isCleartext(args[1] ?? named.get('url')),
    },
  ],
  positives: [
    'import requests\nrequests.get("http://api.example.com/users")  # HERE\n',
    'import requests\ndef send(name):\n    url = "http://api.example.com/" + name\n    requests.Session().post(url)  # HERE\n',
    'from urllib.request import URLopener\nURLopener().open("ftp://files.example.com")  # HERE\n',
    'import requests\nrequests.request("GET", "http://api.example.com", timeout=5)  # HERE\n',
    'import requests\nrequests.api.get("http://api.example.com/users")  # HERE\n',
    'import requests\nrequests.api.request("GET", "http://api.example.com/users")  # HERE\n',
    'import urllib.request\nurllib.request.urlopen("http://api.example.com/users")  # HERE\n',
    'import httpx\nclient = httpx.Client()\nclient.request("GET", "http://api.example.com/users")  # HERE\n',
    'import urllib3\nurllib3.PoolManager().request("GET", "http://api.example.com/users")  # HERE\n',
    'from urllib.request import URLopener\nopener = URLopener()\nopener.open("ftp://files.example.com")  # HERE\n',
    'import requests\nclient = requests.Session()\nclient.get("http://api.example.com/users")  # HERE\n',
  ],
  negatives: [
    'import requests\nrequests.request("GET", "https://api.example.com/users")\n',
    'import requests\nrequests.get("https://api.example.com/users")\n',
    'import requests\nrequests.get("http://localhost:8080/health")\n',
    'import requests\nrequests.get("http://backend:8080/health")\n',
    'import requests\nrequests.get("http://10.0.0.8/health")\n',
    'import requests\ndef f(url):\n    requests.get(url)\n',
  ],
};
