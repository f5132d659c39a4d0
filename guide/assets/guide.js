// The search, the buttons that copy code, and the contents on small screens. Loaded by every page of the guide.
import MiniSearch from 'minisearch';

const MOST_RESULTS = 12;
const box = document.querySelector('.search');
const input = box.querySelector('input');
const list = box.querySelector('#results');

let loading;
/** The index comes with the first key, since most readers do not search. */
const openIndex = () => {
  loading ??= fetch(box.dataset.index)
    .then((answer) => answer.text())
    .then((text) =>
      MiniSearch.loadJSON(text, {
        fields: ['page', 'heading', 'text'],
        storeFields: ['address', 'page', 'heading', 'excerpt'],
      }),
    );
  return loading;
};

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

function show(results) {
  const links = results.map(({ address, page, heading, excerpt }, at) => {
    const link = element('a', heading === '' ? page : `${page} › ${heading}`);
    Object.assign(link, { href: address, id: `result-${at}` });
    link.setAttribute('role', 'option');
    link.append(element('small', excerpt));
    return link;
  });
  list.replaceChildren(...(links.length > 0 ? links : [element('p', 'Nothing was found.')]));
  toggle(true);
  choose(0);
}

function toggle(open) {
  list.hidden = !open;
  input.setAttribute('aria-expanded', String(open));
  if (!open) input.removeAttribute('aria-activedescendant');
}

const chosen = () => list.querySelector('[aria-selected="true"]');

function choose(at) {
  const links = [...list.querySelectorAll('a')];
  for (const link of links) link.setAttribute('aria-selected', 'false');
  const link = links.at(at % (links.length || 1));
  if (!link) return;
  link.setAttribute('aria-selected', 'true');
  link.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', link.id);
}

async function search() {
  const words = input.value.trim();
  if (words === '') return toggle(false);
  const index = await openIndex();
  // An answer to what is no longer asked is not shown.
  if (words !== input.value.trim()) return;
  const options = { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { page: 2, heading: 4 } };
  show(index.search(words, options).slice(0, MOST_RESULTS));
}

input.addEventListener('focus', openIndex);
input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
  const at = [...list.querySelectorAll('a')].indexOf(chosen());
  if (event.key === 'ArrowDown') choose(at + 1);
  else if (event.key === 'ArrowUp') choose(at - 1);
  else if (event.key === 'Enter') chosen()?.click();
  else if (event.key === 'Escape') toggle(false);
  else return;
  event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (!box.contains(event.target) || list.contains(event.target)) toggle(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input')) return;
  event.preventDefault();
  input.focus();
});

for (const block of document.querySelectorAll('pre')) {
  const frame = element('div', '');
  frame.className = 'code';
  const button = element('button', 'Copy');
  button.type = 'button';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.replaceWith(frame);
  frame.append(block, button);
}

const contents = document.querySelector('.contents');
if (matchMedia('(max-width: 50rem)').matches) contents.open = false;
else contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
