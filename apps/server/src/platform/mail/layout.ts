/** The texts of one mail: paragraphs separated by empty lines, and optionally one link between them. */
export interface MailWords {
  readonly subject: string;
  readonly text: string;
  readonly link?: { readonly label: string; readonly url: string };
  readonly after?: string;
  readonly footer: string;
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

const escaped = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');

const paragraphs = (text: string | undefined): string[] => (text ? text.split('\n\n') : []);

// Mail programs without dark mode show the light colours; those with it use the second set.
const style = `
:root{color-scheme:light dark}
body{margin:0;background:#f7f1e8;color:#2b211d}
main{max-width:34em;margin:0 auto;padding:32px 24px;font:17px/1.55 Georgia,'Times New Roman',serif}
h1{margin:0 0 24px;font-size:22px;font-weight:normal;letter-spacing:.01em}
p{margin:0 0 16px}
a{color:#9c4a2f}
a.button{display:inline-block;padding:13px 26px;border-radius:26px;background:#9c4a2f;color:#fff;text-decoration:none}
.small{margin-top:32px;padding-top:16px;border-top:1px solid #d9cbb8;font-size:14px;color:#6d5d52}
@media (prefers-color-scheme:dark){
body{background:#1c1614;color:#f1e7db}
a{color:#f0a184}
a.button{background:#f0a184;color:#1c1614}
.small{border-color:#4a3d36;color:#b9a899}
}`;

/** Renders a mail as plain text. */
export function asText({ text, link, after, footer, unsubscribe }: MailWords): string {
  const parts = [text, link?.url, after, `-- \n${footer}`, unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Renders a mail as HTML that is legible in light and dark mode and at any width, without images or external resources. */
export function asHtml({ subject, text, link, after, footer, unsubscribe }: MailWords, language: string): string {
  const rendered = (content: string | undefined) =>
    paragraphs(content)
      .map((each) => `<p>${escaped(each)}</p>`)
      .join('\n');
  const button = link
    ? `<p><a class="button" href="${escaped(link.url)}" style="display:inline-block;padding:13px 26px;border-radius:26px;background:#9c4a2f;color:#ffffff;text-decoration:none">${escaped(link.label)}</a></p>`
    : '';
  const stop = unsubscribe ? `<br><a href="${escaped(unsubscribe.url)}">${escaped(unsubscribe.label)}</a>` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${rendered(text)}
${button}
${rendered(after)}
<p class="small">${escaped(footer)}${stop}</p>
</main>
</body>
</html>
`;
}
