import type { Rule } from '@scangate/engines/sast/rule';
import { hasFixedHost } from './conditions.ts';
import { handler } from './samples.ts';

export const goSsrf: Rule = {
  id: 'go-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'Untrusted input decides which host this service contacts, so that it can reach internal services.',
  help: 'Only call hosts on an allow list, and put untrusted input into the path or the query of a fixed address.',
  category: 'ssrf',
  sinks: [
    {
      call: [
        'net/http.{Get,Post,Head,PostForm}',
        'net/http.Client.{Get,Post,Head,PostForm}',
        'net/http.DefaultClient.{Get,Post,Head,PostForm}',
      ],
      unless: hasFixedHost,
    },
    {
      call: ['net/http.NewRequest', 'net.{Dial,DialTimeout}', 'net/rpc.Dial'],
      args: [1],
      unless: hasFixedHost,
    },
    { call: ['net/http.NewRequestWithContext'], args: [2], unless: hasFixedHost },
    { call: ['*.R().{Get,Post,Put,Delete,Head,Patch}'], unless: hasFixedHost },
    {
      // A client that is held in a field or returned by a function.
      call: ['*.{Get,Post,Head,PostForm}'],
      when: ({ names }) =>
        names.some(
          (name) =>
            /(?:^|\.)\w{0,30}(?:[hH]ttp|[cC]lient)\w{0,10}(?:\(\))?\.\w+$/.test(name) &&
            !/redis|cache|store|mongo|consul|etcd/i.test(name),
        ),
      unless: hasFixedHost,
    },
    { call: ['net/http/httputil.NewSingleHostReverseProxy'] },
  ],
  positives: [
    handler('', '\thttpClient.Get(r.FormValue("url")) // HERE'),
    handler('', '\tresponse, err := http.Get(r.URL.Query().Get("url")) // HERE'),
    handler(
      'fmt',
      `\taddress := fmt.Sprintf("http://%s/status", r.FormValue("host"))
\trequest, err := http.NewRequest("GET", address, nil) // HERE`,
    ),
  ],
  negatives: [
    handler('', '\tredisClient.Get(r.FormValue("key"))\n\tcache.Get(r.FormValue("key"))'),
    handler(
      'fmt',
      `\thttp.Get("https://api.example.com/users/" + r.FormValue("id"))
\thttp.Get(fmt.Sprintf("https://api.example.com/users/%s", r.FormValue("id")))`,
    ),
    handler(
      '',
      `\taddress := ""
\tif secure {
\t\taddress = "https://api.example.com/users/" + r.FormValue("id")
\t} else {
\t\taddress = "http://api.example.com/" + r.FormValue("id")
\t}
\thttp.Get(address)`,
    ),
    handler(
      '',
      `\taddress := r.FormValue("url")
\tif !allowed[address] {
\t\treturn
\t}
\thttp.Get("https://example.com")`,
    ),
  ],
};
