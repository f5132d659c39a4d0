/** The look of a landing page, in either direction of writing. */
export const PAGE_STYLE = `*{box-sizing:border-box}
body{margin:0;font:1.05rem/1.5 system-ui,-apple-system,sans-serif;color:#17242b;background:#f2f5f6;min-height:100vh;display:flex;align-items:center;justify-content:center;padding:1rem}
main{background:#fff;border-radius:1.25rem;max-width:26rem;width:100%;overflow:hidden;box-shadow:0 1px 3px #0002,0 8px 32px #0001}
.image{display:block;width:100%;max-height:15rem;object-fit:cover}
.text{padding:1.5rem}
h1{font-size:1.4rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
p{margin:.6rem 0 0;overflow-wrap:anywhere}
a{display:block;text-align:center;text-decoration:none;font-weight:600;padding:.8rem 1rem;border-radius:.8rem;margin-top:.8rem;color:#0b5f6e;border:1px solid #0b5f6e}
a.first{background:#0b5f6e;color:#fff;margin-top:1.4rem}
a:focus-visible{outline:3px solid #e0a100;outline-offset:2px}
.note,.scan p{font-size:.9rem;color:#4c5c64}
.scan{text-align:center;margin-top:1.2rem}
.scan svg{width:11rem;height:11rem;border-radius:.5rem;margin-top:.6rem}
.touch .scan{display:none}
@media(prefers-color-scheme:dark){body{background:#0d1417;color:#e3eaed}main{background:#172227}a{color:#7fd3e1;border-color:#7fd3e1}
a.first{background:#7fd3e1;color:#0d1417}.note,.scan p{color:#a6b6bd}}`;
