import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { cleartextText, isCleartext } from '../cleartext.ts';
import { method } from './samples.ts';

/** FTP, Telnet, SMTP, HTTP, POP3, IMAP and LDAP. */
const cleartextPorts = new Set([21, 23, 25, 80, 110, 143, 389]);

const uses = (value: Value | undefined): boolean => value !== undefined && isCleartext(value);

/** A namespace or schema is identified by a URL that nobody fetches. */
const isName = (value: Value | undefined): boolean =>
  /^http:\/\/(?:[\w.]{0,20}\.)?(?:w3\.org|xml\.org|apache\.org\/xml|java\.sun\.com\/(?:xml|dtd))/.test(
    (value && prefixOf(value)) ?? '',
  );

export const javaCleartextRequest: Rule = {
  ...cleartextText,
  id: 'java-cleartext-request',
  calls: [
    {
      call: [
        '{RestTemplate,RestOperations,AsyncRestTemplate,restTemplate,WebClient}.{getForObject,getForEntity,postForObject,postForEntity,postForLocation,patchForObject,exchange,execute,doExecute,put,delete,headForHeaders,optionsForAllow,create}',
        '{HttpGet,HttpPost,HttpPut,HttpDelete,HttpPatch,HttpHead,GetMethod,PostMethod}',
        '{HttpRequest.newBuilder,Builder().url,Jsoup.connect,Request.Get,Request.Post}',
        '*.newBuilder().uri',
        'Unirest.{get,post,put,delete,patch,head}',
        'HttpUtil.{get,post,createGet,createPost}',
        'URL',
        'Socket',
      ],
      when: ({ args: [address] }) => uses(address) && !isName(address),
    },
    { call: ['TelnetClient', 'FTPClient'] },
    {
      call: ['Socket'],
      when: ({ args: [host, port] }) =>
        typeof host?.constant === 'string' &&
        cleartextPorts.has(Number(port?.constant)) &&
        isCleartext({ taints: [], constant: `http://${host.constant}/` }),
    },
  ],
  positives: [
    method('    Socket socket = new Socket("www.example.com", 80); // HERE'),
    method('    new RestTemplate().getForObject("http://api.example.com/users", String.class); // HERE'),
    method('    URL url = new URL("http://api.example.com/users"); // HERE'),
    method(
      '    HttpRequest request = HttpRequest.newBuilder().uri(URI.create("http://api.example.com")).build(); // HERE',
    ),
    method('    Unirest.post("http://api.example.com/post").asJson(); // HERE'),
    method('    FTPClient client = new FTPClient(); // HERE'),
  ],
  negatives: [
    method('    new Socket("localhost", 80);\n    new Socket("www.example.com", 443);'),
    method('    new RestTemplate().getForObject("https://api.example.com/users", String.class);'),
    method('    new URL("http://localhost:8080/health").openStream();'),
    method('    new URL("http://www.w3.org/2001/XMLSchema");'),
    method('    new URL(address).openStream();', 'String address'),
  ],
};
