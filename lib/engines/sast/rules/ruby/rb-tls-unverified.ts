import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isNone = ({ path, constant }: Value): boolean =>
  path?.endsWith('VERIFY_NONE') === true || constant === 0;

export const rbTlsUnverified: Rule = {
  id: 'rb-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'Certificate is not verified',
  message:
    'Without verification anyone on the network path can pose as the server, and read and change what is sent.',
  help: 'Leave verification on; trust a private authority with ca_file.',
  writes: [{ write: ['*.verify_mode'], when: isNone }],
  entries: [
    { key: ['verify_mode', 'ssl_verify_mode'], when: isNone },
    {
      key: ['verify_ssl', 'ssl_verify_peer', 'ssl_verifypeer', 'verify_peer'],
      when: (value) => value.constant === false || isNone(value),
    },
    {
      key: ['verify'],
      when: ({ constant }, { callee }) =>
        constant === false &&
        callee.some((name) => /HTTParty|Faraday|HTTPX|Excon|\bget$|\bpost$|ssl/i.test(name)),
    },
  ],
  positives: [
    'http = Net::HTTP.new("example.com", 443)\nhttp.verify_mode = OpenSSL::SSL::VERIFY_NONE # HERE\n',
    'Net::HTTP.start(host, 443, verify_mode: OpenSSL::SSL::VERIFY_NONE) # HERE\n',
    'HTTParty.get("https://example.com", verify: false) # HERE\n',
    'Faraday.new(url, ssl: { verify: false }) # HERE\n',
    'RestClient::Resource.new(url, verify_ssl: false) # HERE\n',
  ],
  negatives: [
    'http.verify_mode = OpenSSL::SSL::VERIFY_PEER\nHTTParty.get("https://example.com", verify: true)\nform(verify: false)\n',
  ],
};
