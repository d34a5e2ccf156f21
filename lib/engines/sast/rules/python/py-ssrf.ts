import type { Rule } from '@scangate/engines/sast/rule';
import { hasFixedHost } from './conditions.ts';
import { flask } from './samples.ts';

const verbs = '{get,post,put,patch,delete,head,options,stream}';
const clients =
  '{requests.Session,requests.session(),requests.Session(),aiohttp.ClientSession,httpx.Client,httpx.AsyncClient,ClientSession,AsyncClient,Session,Client}';

const client =
  /(?:^|[._])(?:https?|http_?client|(?:api|rest|web|async)_?client|http_?session|requests_?session)\.\w+$/i;

export const pySsrf: Rule = {
  id: 'py-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'The server sends a request to an untrusted URL: it can be made to reach metadata services and internal hosts.',
  help: 'Choose the host from a list of allowed ones and put only checked parts into the address.',
  category: 'ssrf',
  sinks: [
    {
      call: [`{requests,httpx,requests.api}.${verbs}`, `${clients}.${verbs}`],
      named: ['url'],
      unless: hasFixedHost,
    },
    {
      call: [
        '{requests,httpx}.request',
        `${clients}.{request,send}`,
        '*.PoolManager().{request,urlopen}',
        '{PoolManager,urllib3.PoolManager}.{request,urlopen}',
        'urllib3.request',
      ],
      args: [1],
      named: ['url'],
      unless: hasFixedHost,
    },
    {
      call: [
        '{urllib.request,urllib,urllib2,six.moves.urllib.request}.{urlopen,urlretrieve,Request}',
        '{urlopen,urlretrieve}',
        'http.client.{HTTPConnection,HTTPSConnection}',
        'httplib.{HTTPConnection,HTTPSConnection}',
        'aiohttp.request',
        'wget.download',
        '*.AsyncHTTPClient().fetch',
        '{AsyncHTTPClient,tornado.httpclient.AsyncHTTPClient}.fetch',
      ],
      named: ['url'],
      unless: hasFixedHost,
    },
    {
      // Other clients have the same methods; their names tell them from maps and stores.
      call: [`*.${verbs}`],
      named: ['url'],
      when: ({ names }) => names.some((name) => client.test(name)),
      unless: hasFixedHost,
    },
    {
      call: ['*.request'],
      args: [1],
      named: ['url'],
      when: ({ names }) => names.some((name) => client.test(name)),
      unless: hasFixedHost,
    },
  ],
  positives: [
    flask('    return http_client.request("GET", request.args["url"]).text  # HERE'),
    flask('    return self.http.get(request.args["url"]).text  # HERE'),
    flask('    requests.get(f"https://{region}.{request.args[\'host\']}/")  # HERE', 'import requests'),
    flask('    return requests.get(request.args["url"]).text  # HERE', 'import requests'),
    flask(
      '    host = request.form["host"]\n    urllib.request.urlopen("http://" + host + "/status")  # HERE',
      'import urllib.request',
    ),
    'import httpx\nfrom fastapi import FastAPI\napp = FastAPI()\n@app.get("/proxy")\nasync def proxy(url: str):\n    async with httpx.AsyncClient() as client:\n        r = await client.get(url)  # HERE\n    return r.text\n',
    flask('    s = requests.Session()\n    s.post(url=request.json["callback"])  # HERE', 'import requests'),
    flask('    requests.api.get(request.args["url"])  # HERE', 'import requests'),
    flask('    s = httpx.Client()\n    s.post(request.args["url"])  # HERE', 'import httpx'),
    flask('    requests.request("GET", request.args["url"])  # HERE', 'import requests'),
    flask('    s = httpx.Client()\n    s.request("GET", request.args["url"])  # HERE', 'import httpx'),
    flask('    urllib3.PoolManager().request("GET", request.args["url"])  # HERE', 'import urllib3'),
    flask('    urlopen(request.args["url"])  # HERE', 'from six.moves.urllib.request import urlopen'),
    flask('    http.client.HTTPConnection(request.args["url"])  # HERE', 'import http.client'),
    flask('    urlopen(request.args["url"])  # HERE'),
    flask('    s = AsyncClient()\n    s.post(request.args["url"])  # HERE'),
    flask('    s = PoolManager()\n    s.request("GET", request.args["url"])  # HERE'),
  ],
  negatives: [
    flask(
      '    requests.request("GET", "https://api.example.com/users/" + request.args["id"])',
      'import requests',
    ),
    flask(
      '    urllib.request.urlopen("https://api.example.com/users/" + request.args["id"])',
      'import urllib.request',
    ),
    flask('    self.http.get("https://api.example.com/users/" + request.args["id"])'),
    flask('    http_client.request("GET", "https://api.example.com/users/" + request.args["id"])'),
    flask('    queue.request("GET", request.args["url"])'),
    flask('    return cache.get(request.args["key"])'),
    flask(
      '    requests.get(f"{API}/users/{request.args[\'id\']}")',
      'import os, requests\nAPI = os.environ["API"]',
    ),
    flask('    requests.get(settings.API + "/users/" + request.args["id"])', 'import requests'),
    flask('    requests.get("https://api.example.com/users/" + request.args["id"])', 'import requests'),
    flask(
      '    url = request.args["url"]\n    if urlparse(url).hostname not in ALLOWED:\n        return "no"\n    requests.get(url)',
      'import requests\nfrom urllib.parse import urlparse\nALLOWED = {"example.com"}',
    ),
    flask('    requests.get("https://api.example.com/", params={"q": request.args["q"]})', 'import requests'),
    flask('    requests.get("https://api.example.com/{}".format(request.args["q"]))', 'import requests'),
  ],
};
