import type { Rule } from '@scangate/engines/sast/rule';
import { lastName } from './conditions.ts';
import type { Value } from '@scangate/engines/sast/taint/value';

const client =
  /requests|httpx|aiohttp|urllib3|session|client|hvac|boto|elasticsearch|\.(?:get|post|put|patch|delete|head|options|request|send|resource)$/i;

const isFalse = ({ constant }: Value): boolean => constant === false;
const isNone = (value: Value): boolean =>
  lastName(value) === 'CERT_NONE' || /^(?:CERT_)?NONE$/.test(String(value.constant));

export const pyTlsUnverified: Rule = {
  id: 'py-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not verified',
  message:
    'The certificate of the other side is not verified: anyone on the network path can read and change everything.',
  help: 'Leave verification on; for a private authority pass its certificate (verify="/path/ca.pem").',
  entries: [
    {
      key: ['verify'],
      when: (value, { callee }) =>
        isFalse(value) && callee.some((name) => client.test(name) && !/jwt|jose/i.test(name)),
    },
    {
      key: ['verify_ssl', 'ssl_verify', 'verify_certs', 'validate_certs', 'validate_cert'],
      when: (value, { callee }) => callee.length > 0 && isFalse(value),
    },
    {
      key: ['disable_ssl_certificate_validation', 'tlsInsecure', 'tlsAllowInvalidCertificates'],
      when: ({ constant }) => constant === true,
    },
    {
      key: ['ssl'],
      when: (value, { callee }) =>
        isFalse(value) && callee.some((name) => /aiohttp|ClientSession|TCPConnector/.test(name)),
    },
    { key: ['cert_reqs', 'ssl_cert_reqs'], when: isNone },
  ],
  writes: [
    { write: ['*.verify'], when: isFalse },
    { write: ['*.verify_mode'], when: isNone },
    { write: ['*.check_hostname'], when: isFalse },
    {
      write: ['ssl._create_default_https_context'],
      when: (value) => lastName(value) === '_create_unverified_context',
    },
  ],
  calls: [{ call: ['ssl._create_unverified_context', 'ssl._create_stdlib_context'] }],
  positives: [
    'import requests\nrequests.get(url, verify=False)  # HERE\n',
    'import ssl\ncontext = ssl._create_unverified_context()  # HERE\n',
    'import ssl\nssl._create_default_https_context = ssl._create_unverified_context  # HERE\n',
    'import ssl\nctx = ssl.create_default_context()\nctx.verify_mode = ssl.CERT_NONE  # HERE\n',
    'import requests\ns = requests.Session()\ns.verify = False  # HERE\n',
    'import httpx\nwith httpx.Client(verify=False) as c:  # HERE\n    c.get(url)\n',
  ],
  negatives: [
    'import requests\nrequests.get(url, verify="/etc/ca.pem")\nrequests.get(url, verify=True)\n',
    'import ssl\nctx = ssl.create_default_context()\nctx.verify_mode = ssl.CERT_REQUIRED\n',
    'form.save(verify=False)\n',
  ],
};
