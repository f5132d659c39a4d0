/**
 * Runs in the visitor's browser. Copies the code at the tap on the store's button, and goes there once it is copied, or
 * could not be; and takes the QR code off an iPad, which calls itself a Mac but can be touched.
 *
 * What is copied in another way than the first is for browsers inside apps, which lack it.
 */
export const PAGE_SCRIPT = `(function(){
var d=document,n=navigator;
if(n.maxTouchPoints>1&&/Macintosh/.test(n.userAgent))d.documentElement.className='touch';
function old(t){var a=d.createElement('textarea');a.value=t;a.readOnly=true;d.body.appendChild(a);a.select();a.setSelectionRange(0,t.length);
try{d.execCommand('copy')}catch(e){}d.body.removeChild(a)}
d.addEventListener('click',function(e){
var a=e.target.closest&&e.target.closest('a[data-copy]');if(!a)return;
var t=a.getAttribute('data-copy'),gone=false;
function go(){if(!gone){gone=true;location.href=a.href}}
e.preventDefault();
if(n.clipboard&&n.clipboard.writeText){n.clipboard.writeText(t).then(go,function(){old(t);go()});setTimeout(go,800)}
else{old(t);go()}
})})();`;
