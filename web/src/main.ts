// Where the page begins.
import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { firstLanguage, setLanguage } from './lib/i18n.svelte'
import { applyLook } from './lib/look.svelte'
import { startWorker } from './lib/worker'

applyLook()
await setLanguage(firstLanguage()).catch(() => undefined) // without its words the page speaks English
const target = document.getElementById('app')
if (target) mount(App, { target })
startWorker()
