import type { Source } from '../../rule.ts';

export const sources: readonly Source[] = [
  {
    what: 'value of the request',
    read: ['net/http.Request.{URL,Form,PostForm,MultipartForm,Body,Header,Host,RequestURI}'],
  },
  {
    what: 'value of the request',
    call: ['net/http.Request.{FormValue,PostFormValue,Cookie,Cookies,UserAgent,Referer,FormFile}'],
  },
];
