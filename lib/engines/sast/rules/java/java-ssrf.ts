import type { Rule } from '@scangate/engines/sast/rule';
import { hasFixedHost } from './conditions.ts';
import { method, servlet } from './samples.ts';

export const javaSsrf: Rule = {
  id: 'java-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'Untrusted input decides which host this service contacts, so that it can reach internal services.',
  help: 'Only call hosts on an allow list, and put untrusted input into the path or the query of a fixed address.',
  category: 'ssrf',
  sinks: [
    {
      call: ['{URL,URL()}.{openConnection,openStream,getContent}', '*.toURL().{openConnection,openStream}'],
      args: 'receiver',
    },
    {
      call: [
        '{RestTemplate,RestOperations,TestRestTemplate,AsyncRestTemplate,restTemplate}.{getForObject,getForEntity,postForObject,postForEntity,postForLocation,patchForObject,exchange,execute,put,delete,headForHeaders}',
        '{HttpGet,HttpPost,HttpPut,HttpDelete,HttpPatch,HttpHead,GetMethod,PostMethod}',
        '{HttpRequest.newBuilder,HttpRequest.newBuilder().uri,Builder().url,Jsoup.connect,Request.Get,Request.Post}',
        'WebClient.create',
        '*.{get,post,put,delete}().uri',
        'HttpUtil.{get,post,createGet,createPost}',
        'Socket',
      ],
      unless: hasFixedHost,
    },
    {
      // Other clients have the same methods; a whole address tells them from maps and stores.
      call: [
        '*.{getForObject,getForEntity,postForObject,postForEntity,postForLocation,patchForObject,exchange,sendGet,sendPost,httpGet,httpPost,doGetRequest}',
        '*.{get,post,put,delete,patch,head,execute,fetch,request,send}',
      ],
      when: ({ names, args: [address] }) =>
        names.some((name) => /For(?:Object|Entity|Location)$|\.(?:send|http)(?:Get|Post)$/.test(name)) ||
        (names.some((name) => /(?:http|rest|web|api|feign)\w{0,20}\.\w+$/i.test(name)) &&
          address?.fields === undefined),
      unless: hasFixedHost,
    },
    { call: ['IOUtils.toString', 'ImageIO.read'], when: ({ args: [from] }) => from?.type === 'URL' },
  ],
  positives: [
    method('    client.getForObject(url, String.class); // HERE', '@RequestParam String url'),
    method('    httpClient.get(url); // HERE', '@RequestParam String url'),
    servlet(`    URL url = new URL(request.getParameter("url"));
    url.openConnection(); // HERE`),
    method(
      '    new RestTemplate().getForObject("http://" + host + "/status", String.class); // HERE',
      '@RequestParam String host',
    ),
    method(
      '    HttpRequest.newBuilder().uri(URI.create(url)).GET().build(); // HERE',
      '@QueryParam("url") String url',
    ),
    method('    restTemplate.put("http://" + host + "/status", body); // HERE', '@RequestParam String host'),
    method('    new HttpGet(url); // HERE', '@RequestParam String url'),
    method('    webClient.get().uri(url); // HERE', '@RequestParam String url'),
    method('    HttpUtil.get(url); // HERE', '@RequestParam String url'),
    method('    new Socket(host, 80); // HERE', '@RequestParam String host'),
    method('    new URL(url).openStream(); // HERE', '@RequestParam String url'),
    method('    URI.create(url).toURL().openStream(); // HERE', '@RequestParam String url'),
    method('    IOUtils.toString(new URL(url)); // HERE', '@RequestParam String url'),
    method('    ImageIO.read(new URL(url)); // HERE', '@RequestParam String url'),
    method(
      '    rest.put("http://" + host + "/status", body); // HERE',
      '@RequestParam String host, RestTemplate rest',
    ),
    method('    address.openStream(); // HERE', '@RequestParam URL address'),
  ],
  negatives: [
    method('    IOUtils.toString(name);', '@RequestParam String name'),
    method('    cache.get(key);\n    headers.get(key);', '@RequestParam String key'),
    method(
      `    restTemplate.getForObject("https://api.example.com/users/" + id, String.class);
    restTemplate.getForObject("https://api.example.com/users/{id}", String.class, id);
    new URL("https://api.example.com/" + id).openStream();`,
      '@PathVariable String id',
    ),
    servlet(`    String url = request.getParameter("url");
    if (!ALLOWED.contains(url)) return;
    new URL(url).openStream();`),
  ],
};
