import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { cleartextText, isCleartext } from '../cleartext.ts';
import { method } from './samples.ts';

const uses = (value: Value | undefined): boolean => value !== undefined && isCleartext(value);

/** A namespace or a schema is named by an address that nobody fetches. */
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
  ],
  positives: [
    method('    new RestTemplate().getForObject("http://api.example.com/users", String.class); // HERE'),
    method('    URL url = new URL("http://api.example.com/users"); // HERE'),
    method(
      '    HttpRequest request = HttpRequest.newBuilder().uri(URI.create("http://api.example.com")).build(); // HERE',
    ),
    method('    Unirest.post("http://api.example.com/post").asJson(); // HERE'),
    method('    FTPClient client = new FTPClient(); // HERE'),
  ],
  negatives: [
    method('    new RestTemplate().getForObject("https://api.example.com/users", String.class);'),
    method('    new URL("http://localhost:8080/health").openStream();'),
    method('    new URL("http://www.w3.org/2001/XMLSchema");'),
    method('    new URL(address).openStream();', 'String address'),
  ],
};
